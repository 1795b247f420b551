package io.gosling.netty.transport;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoOps;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollIoOps;
import io.netty.util.concurrent.ThreadAwareExecutor;

/**
 * An epoll handler whose sockets stay registered while no event of them is wanted. Netty 4.2.18 has the kernel forget
 * such a socket and cannot restore it: a client that sends no more and reads slowly would lose the rest of its response
 * when the socket's buffer is full. Belongs to one event loop.
 */
record RegisteredEpollHandler(IoHandler epoll) implements IoHandler {
    static IoHandlerFactory newFactory() {
        IoHandlerFactory factory = EpollIoHandler.newFactory();
        return new IoHandlerFactory() {
            @Override
            public IoHandler newHandler(ThreadAwareExecutor loop) {
                return new RegisteredEpollHandler(factory.newHandler(loop));
            }

            @Override
            public boolean isChangingThreadSupported() {
                return factory.isChangingThreadSupported();
            }
        };
    }

    /** Edge-triggered, with no edge to wait for: errors only. */
    private record Registration(IoRegistration known) implements IoRegistration {
        @Override
        public <T> T attachment() {
            return known.attachment();
        }

        @Override
        public long submit(IoOps ops) {
            return known.submit(EpollIoOps.NONE.equals(ops) ? EpollIoOps.EPOLLET : ops);
        }

        @Override
        public boolean isValid() {
            return known.isValid();
        }

        @Override
        public boolean cancel() {
            return known.cancel();
        }
    }

    @Override
    public IoRegistration register(IoHandle handle) throws Exception {
        return new Registration(epoll.register(handle));
    }

    @Override
    public void initialize() {
        epoll.initialize();
    }

    @Override
    public int run(IoHandlerContext context) {
        return epoll.run(context);
    }

    @Override
    public void prepareToDestroy() {
        epoll.prepareToDestroy();
    }

    @Override
    public void destroy() {
        epoll.destroy();
    }

    @Override
    public void wakeup() {
        epoll.wakeup();
    }

    @Override
    public boolean isCompatible(Class<? extends IoHandle> type) {
        return epoll.isCompatible(type);
    }
}
