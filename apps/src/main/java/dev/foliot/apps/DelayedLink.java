package dev.foliot.apps;

import dev.foliot.apps.service.EnvironmentException;
import dev.foliot.apps.service.NanoClock;
import dev.foliot.apps.service.Shown;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/**
 * A link to another system: what comes from there is handed on after a delay, in its order. It
 * knows no protocol, so HTTP and the protocols of databases pass it alike. It listens on the
 * loopback interface.
 *
 * <p>Thread-safe. Both ends of a connection belong to one event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // where a write fails, its channel closes
final class DelayedLink {
  private static final int BACKLOG = 4096;

  /** More than this waits in the other system and not here. */
  private static final long MOST_PENDING_BYTES = 4 << 20;

  private final Bootstrap back;
  private final InetSocketAddress target;
  private final RemoteSystem delays;
  private final NanoClock clock;
  private final EventLoopGroup loops;
  private final Channel listening;

  /**
   * Begins to listen.
   *
   * @param port 0 for a free one
   * @param target the other system
   * @param delays has the delays, and takes how late they end
   * @throws EnvironmentException if the port is not available
   */
  DelayedLink(
      int port, InetSocketAddress target, int ioThreads, RemoteSystem delays, NanoClock clock)
      throws EnvironmentException {
    this.target = target;
    this.delays = delays;
    this.clock = clock;
    this.loops =
        new MultiThreadIoEventLoopGroup(
            ioThreads, new DefaultThreadFactory("link-io"), NioIoHandler.newFactory());
    this.back =
        new Bootstrap()
            .channel(NioSocketChannel.class)
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.AUTO_READ, true);
    ServerBootstrap front =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.AUTO_READ, false)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    link(channel);
                  }
                });
    ChannelFuture bound =
        front
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
      throw new EnvironmentException(
          "port " + port + " is not available (" + Shown.fault(bound.cause()) + ")");
    }
    listening = bound.channel();
  }

  /** Connects a caller to the other system; before that nothing is read. */
  private void link(SocketChannel caller) {
    ChannelFuture connected =
        back.clone().group(caller.eventLoop()).handler(new Callee(caller)).connect(target);
    caller.pipeline().addLast(new Caller(connected.channel()));
    connected.addListener(
        (ChannelFutureListener)
            done -> {
              if (done.isSuccess()) {
                caller.config().setAutoRead(true);
              } else {
                caller.close();
              }
            });
  }

  /** The port that is listened on. */
  int port() {
    return ((InetSocketAddress) listening.localAddress()).getPort();
  }

  /** Closes all connections, and ends. */
  void stop() {
    listening.close().awaitUninterruptibly();
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  /** The end of the one who calls. */
  private static final class Caller extends ChannelInboundHandlerAdapter {
    private final Channel other;

    Caller(Channel other) {
      this.other = other;
    }

    @Override
    public void channelRead(ChannelHandlerContext caller, Object bytes) {
      other.write(bytes);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext caller) {
      other.flush();
      caller.channel().config().setAutoRead(other.isWritable());
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext caller) {
      other.config().setAutoRead(caller.channel().isWritable());
    }

    @Override
    public void channelInactive(ChannelHandlerContext caller) {
      other.close();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext caller, Throwable why) {
      caller.close();
    }
  }

  /** The end of the other system. */
  private final class Callee extends ChannelInboundHandlerAdapter {
    private final Channel caller;
    private long lastDueNs;
    private long pendingBytes;

    Callee(Channel caller) {
      this.caller = caller;
      this.lastDueNs = clock.nanoTime();
    }

    @Override
    public void channelRead(ChannelHandlerContext callee, Object read) {
      ByteBuf bytes = (ByteBuf) read;
      int length = bytes.readableBytes();
      pendingBytes += length;
      if (pendingBytes > MOST_PENDING_BYTES) {
        callee.channel().config().setAutoRead(false);
      }
      later(
          callee,
          delays.nextNs(),
          () -> {
            caller.writeAndFlush(bytes);
            pendingBytes -= length;
            if (pendingBytes <= MOST_PENDING_BYTES && caller.isWritable()) {
              callee.channel().config().setAutoRead(true);
            }
          },
          bytes::release);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext callee) {
      caller.config().setAutoRead(callee.channel().isWritable());
    }

    /** What was sent before arrives before. */
    @Override
    public void channelInactive(ChannelHandlerContext callee) {
      later(callee, 0, caller::close, () -> {});
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext callee, Throwable why) {
      callee.close();
    }

    private void later(
        ChannelHandlerContext callee, long delayNs, Runnable what, Runnable otherwise) {
      long nowNs = clock.nanoTime();
      long dueNs = nowNs + delayNs;
      if (dueNs - lastDueNs < 0) {
        dueNs = lastDueNs;
      }
      lastDueNs = dueNs;
      long endNs = dueNs;
      var timer =
          callee
              .channel()
              .eventLoop()
              .schedule(
                  () -> {
                    delays.sent(endNs);
                    what.run();
                  },
                  dueNs - nowNs,
                  TimeUnit.NANOSECONDS);
      timer.addListener(done -> {
        if (done.isCancelled()) {
          otherwise.run();
        }
      });
    }
  }
}
