-- Sixteen requests at once on each connection.
local together

function init(args)
   local one = {}
   for i = 1, 16 do
      one[i] = wrk.format()
   end
   together = table.concat(one)
end

function request()
   return together
end
