package dev.foliot.apps.service;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * An HTTP/1.1 server on the loopback interface: I/O on Netty's event loops, keep-alive and
 * pipelining, requests of bounded size, every error as JSON.
 *
 * <p>Decoder and encoder stand apart: Netty's server codec refuses more than 128 pipelined requests
 * by closing the connection. Connections that do nothing are kept: a load driver holds thousands.
 *
 * <p>Thread-safe.
 */
public final class HttpServer {
  private static final int MOST_BODY_BYTES = 64 * 1024;
  private static final int BACKLOG = 4096;
  private static final long CLOSING_NS = 1_000_000_000L;

  private final Traffic traffic = new Traffic();
  private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
  private final EventLoopGroup loops;
  private final Channel listening;

  /**
   * Binds and serves.
   *
   * @param name in the names of threads
   * @param port 0 for a free one
   * @param ioThreads event loops, 1 or more
   * @throws EnvironmentException if the port is not available
   */
  public HttpServer(String name, int port, int ioThreads, Routes routes, NanoClock clock)
      throws EnvironmentException {
    loops =
        new MultiThreadIoEventLoopGroup(
            ioThreads, new DefaultThreadFactory(name + "-io"), NioIoHandler.newFactory());
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(pipeline(routes, traffic, connections, clock));
    listening = bind(bootstrap, loops, port);
  }

  private static ChannelInitializer<SocketChannel> pipeline(
      Routes routes, Traffic traffic, Set<Connection> connections, NanoClock clock) {
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(SocketChannel channel) {
        HttpDecoderConfig config =
            new HttpDecoderConfig().setMaxInitialLineLength(4096).setMaxHeaderSize(8192);
        channel
            .pipeline()
            .addLast(new HttpRequestDecoder(config))
            .addLast(new HttpResponseEncoder())
            .addLast(
                new Connection(
                    routes, traffic, connections, new RequestAssembly(MOST_BODY_BYTES, clock)));
      }
    };
  }

  private static Channel bind(ServerBootstrap bootstrap, EventLoopGroup loops, int port)
      throws EnvironmentException {
    ChannelFuture bound =
        bootstrap.bind(new InetSocketAddress(loopback(), port)).awaitUninterruptibly();
    if (bound.isSuccess()) {
      return bound.channel();
    }
    Future<?> unused = loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    throw new EnvironmentException(
        bound.cause() instanceof BindException
            ? "port " + port + " is taken: choose another with --port, or --port 0 for a free one"
            : "port " + port + " is not available (" + Shown.fault(bound.cause()) + ")");
  }

  /** 127.0.0.1, whatever the JVM prefers: that is the address that callers are given. */
  private static InetAddress loopback() throws EnvironmentException {
    try {
      return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    } catch (UnknownHostException e) {
      throw new EnvironmentException("this machine has no IPv4: turn it on");
    }
  }

  /** The port that is listened on. */
  public int port() {
    return ((InetSocketAddress) listening.localAddress()).getPort();
  }

  /**
   * Stops accepting, answers requests in flight within this time limit, and ends.
   *
   * @return whether every request in flight was answered
   */
  public boolean stop(long patienceNs) {
    traffic.end();
    listening.close().awaitUninterruptibly();
    connections.forEach(Connection::end);
    boolean answered = traffic.awaitNone(patienceNs);
    // gives the last answers the time to leave
    loops
        .shutdownGracefully(10, TimeUnit.NANOSECONDS.toMillis(CLOSING_NS), TimeUnit.MILLISECONDS)
        .awaitUninterruptibly();
    return answered;
  }
}
