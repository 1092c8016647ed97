package dev.foliot.load.http;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;

/**
 * The implementation of event loops.
 *
 * <p>Epoll's timers are exact to the kernel's slack; those of NIO come up to half a millisecond
 * late, which the driver's lateness shows.
 *
 * @param name {@code epoll} or {@code nio}
 * @param channel the class of connections
 * @param handler of the event loops
 */
public record Transport(String name, Class<? extends SocketChannel> channel, IoHandlerFactory handler) {
  /** The best available one. */
  public static Transport best() {
    if (Epoll.isAvailable()) {
      return new Transport("epoll", EpollSocketChannel.class, EpollIoHandler.newFactory());
    }
    return new Transport("nio", NioSocketChannel.class, NioIoHandler.newFactory());
  }
}
