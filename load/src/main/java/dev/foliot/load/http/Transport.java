package dev.foliot.load.http;

import io.netty.channel.Channel;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;

/**
 * The implementation of event loops.
 *
 * <p>Epoll's timers are exact to the kernel's slack; those of NIO come up to half a millisecond
 * late, which the driver's lateness shows.
 *
 * @param name {@code epoll} or {@code nio}
 * @param channel the class of connections over TCP
 * @param unix the class of connections to Unix sockets
 * @param handler of the event loops
 */
public record Transport(
    String name,
    Class<? extends Channel> channel,
    Class<? extends Channel> unix,
    IoHandlerFactory handler) {
  /** The best available one. */
  public static Transport best() {
    if (Epoll.isAvailable()) {
      return new Transport(
          "epoll",
          EpollSocketChannel.class,
          EpollDomainSocketChannel.class,
          EpollIoHandler.newFactory());
    }
    return new Transport(
        "nio", NioSocketChannel.class, NioDomainSocketChannel.class, NioIoHandler.newFactory());
  }

  /** The address of a Unix socket. */
  public SocketAddress unixAddress(Path path) {
    return unix == NioDomainSocketChannel.class
        ? UnixDomainSocketAddress.of(path)
        : new DomainSocketAddress(path.toFile());
  }
}
