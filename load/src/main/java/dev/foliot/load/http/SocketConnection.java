package dev.foliot.load.http;

import dev.foliot.load.Failure;
import dev.foliot.load.schedule.RequestTimes;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.SslHandler;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A connection whose bytes a protocol here reads and writes. */
abstract class SocketConnection extends Connection {
  private @Nullable Channel channel;
  private @Nullable SslHandler tls;
  private @Nullable Tunnel tunnel;

  SocketConnection(ConnectionPool links, int number) {
    super(links, number);
  }

  final @Nullable Channel channel() {
    return channel;
  }

  /** Adds the handlers of its protocol. */
  abstract void addHandlers(ChannelPipeline pipeline);

  /** The protocol can begin: the transport is connected, and secured where it must be. */
  abstract void begin();

  /** Calls for each slot that waits or is in flight. */
  abstract void eachSlot(Consumer<RequestTimes> each);

  @Override
  final void open(SocketAddress address) {
    // a socket made now may get the descriptor of one that has just closed, and its old events
    links()
        .later(() -> {
          if (!isOver()) {
            connecting(links().bootstrap().handler(pipeline()).connect(address));
          }
        });
  }

  @Override
  final int abort(int slot) {
    boolean connecting = isOpening();
    drop(slot);
    return (connecting ? Failure.CONNECT_TIME_OUT : Failure.TIME_OUT).code();
  }

  /** Abandons the request of a slot. */
  abstract void drop(int slot);

  @Override
  final void disconnect() {
    if (channel != null) {
      ChannelFuture _ = channel.close();
    }
  }

  /** The handlers of its channel. */
  private ChannelHandler pipeline() {
    return new ChannelInitializer<Channel>() {
      @Override
      protected void initChannel(Channel fresh) {
        Tunnel through = links().tunnel(number(), code -> tunnelled(fresh, code));
        if (through != null) {
          fresh.pipeline().addLast(through);
          tunnel = through;
        } else {
          addProtocol(fresh);
        }
      }
    };
  }

  private void addProtocol(Channel fresh) {
    SslHandler secured = links().secure(number(), fresh);
    if (secured != null) {
      fresh.pipeline().addLast(secured);
      tls = secured;
    }
    addHandlers(fresh.pipeline());
  }

  /** Follows its opening. */
  private void connecting(ChannelFuture future) {
    // an attempt that failed at once has no channel, and reports that in another thread
    channel = future.isDone() && !future.isSuccess() ? null : future.channel();
    // the listener receives the outcome, and exceptionCaught that of a write
    ChannelFuture _ =
        future.addListener(
            (ChannelFutureListener) told -> links().inLoop(() -> connected(told.cause())));
  }

  private void connected(@Nullable Throwable trouble) {
    if (trouble != null) {
      channel = null;
      fail(Failures.ofConnecting(trouble));
      return;
    }
    if (isWithItself(channel)) {
      fail(Failure.CONNECT_REFUSED.code());
    } else if (tunnel == null) {
      connected();
    }
  }

  /**
   * Where nobody listens on a local port that the system also gives to clients, TCP may connect a
   * client with itself, which then reads its own request.
   */
  static boolean isWithItself(@Nullable Channel own) {
    return own != null
        && own.localAddress() instanceof InetSocketAddress local
        && local.equals(own.remoteAddress());
  }

  private void tunnelled(Channel through, int code) {
    if (code == Failure.NONE) {
      addProtocol(through);
      connected();
    } else {
      fail(code);
    }
  }

  /** The target is connected to, through a proxy where there is one. */
  private void connected() {
    if (isOver()) {
      return;
    }
    long nowNs = links().clock().nanoTime();
    eachSlot(times -> times.connected(nowNs));
    SslHandler handler = tls;
    if (handler == null) {
      begin();
    } else {
      handler
          .handshakeFuture()
          .addListener(told -> links().inLoop(() -> secured(handler, told.cause())));
    }
  }

  private void secured(SslHandler handler, @Nullable Throwable trouble) {
    if (isOver()) {
      return;
    }
    if (trouble != null) {
      fail(Failures.ofHandshake(trouble));
    } else if (!links().isAgreed(handler.applicationProtocol())) {
      fail(Failure.PROTOCOL.code());
    } else {
      long nowNs = links().clock().nanoTime();
      eachSlot(times -> times.secured(nowNs));
      begin();
    }
  }
}
