-- One of the many files, each as likely as any other; every run requests the same ones in the same order.
local requests = {}

function init(args)
   math.randomseed(1)
   for file = 1, @files@ do
      requests[file] = wrk.format("GET", "/many/" .. file - 1 .. ".bin")
   end
end

function request()
   return requests[math.random(@files@)]
end
