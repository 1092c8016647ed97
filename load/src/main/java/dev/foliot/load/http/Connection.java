package dev.foliot.load.http;

import dev.foliot.load.Draw;
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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One connection from opening to end. Used by its event loop; events after its end are ignored.
 *
 * <p>A request is known by its slot, which is the scheduler's number of it.
 */
abstract class Connection {
  private final ConnectionPool links;
  private final int number;
  private @Nullable Channel channel;
  private @Nullable SslHandler tls;
  private @Nullable Tunnel tunnel;
  private @Nullable Consumer<Boolean> whenConnected;
  private boolean ready;
  private boolean over;
  private int lost = Failure.CLOSED.code();

  Connection(ConnectionPool links, int number) {
    this.links = links;
    this.number = number;
  }

  final int number() {
    return number;
  }

  final ConnectionPool links() {
    return links;
  }

  final @Nullable Channel channel() {
    return channel;
  }

  /** Whether requests can be written. */
  final boolean isReady() {
    return ready;
  }

  final boolean isOver() {
    return over;
  }

  /** Sends a request, once the connection is ready. */
  abstract void send(int slot, Request what, Draw chance, @Nullable SequenceUser user);

  /**
   * Abandons the request of a slot.
   *
   * @return whether the connection was still being opened
   */
  abstract boolean abort(int slot);

  /** Adds the handlers of its protocol. */
  abstract void addHandlers(ChannelPipeline pipeline);

  /** The protocol can begin: the transport is connected, and secured where it must be. */
  abstract void begin();

  /** Writes the requests that wait for it. */
  abstract void writeWaiting();

  /** Ends the requests in flight. */
  abstract void failAll(int code);

  /** Calls for each slot that waits or is in flight. */
  abstract void eachSlot(Consumer<RequestTimes> each);

  /** The handlers of its channel. */
  final ChannelHandler pipeline() {
    return new ChannelInitializer<Channel>() {
      @Override
      protected void initChannel(Channel fresh) {
        Tunnel through = links.tunnel(code -> tunnelled(fresh, code));
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
    SslHandler secured = links.secure(fresh);
    if (secured != null) {
      fresh.pipeline().addLast(secured);
      tls = secured;
    }
    addHandlers(fresh.pipeline());
  }

  /** Follows its opening. */
  final void connecting(ChannelFuture future) {
    // an attempt that failed at once has no channel, and reports that in another thread
    channel = future.isDone() && !future.isSuccess() ? null : future.channel();
    // the listener receives the outcome, and exceptionCaught that of a write
    ChannelFuture _ =
        future.addListener(
            (ChannelFutureListener) told -> links.inLoop(() -> connected(told.cause())));
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
    if (over) {
      return;
    }
    long nowNs = links.clock().nanoTime();
    eachSlot(times -> times.connected(nowNs));
    SslHandler handler = tls;
    if (handler == null) {
      begin();
    } else {
      handler
          .handshakeFuture()
          .addListener(told -> links.inLoop(() -> secured(handler, told.cause())));
    }
  }

  private void secured(SslHandler handler, @Nullable Throwable trouble) {
    if (over) {
      return;
    }
    if (trouble != null) {
      fail(Failures.ofHandshake(trouble));
    } else if (!links.isAgreed(handler.applicationProtocol())) {
      fail(Failure.PROTOCOL.code());
    } else {
      long nowNs = links.clock().nanoTime();
      eachSlot(times -> times.secured(nowNs));
      begin();
    }
  }

  /** Requests can be written from now on. */
  final void opened() {
    if (over || ready) {
      return;
    }
    ready = true;
    links.opened();
    tell(true);
    writeWaiting();
  }

  /** Reports whether it was opened, once known. */
  final void whenConnected(Consumer<Boolean> listener) {
    if (ready || over) {
      listener.accept(ready);
    } else {
      whenConnected = listener;
    }
  }

  private void tell(boolean made) {
    Consumer<Boolean> listener = whenConnected;
    whenConnected = null;
    if (listener != null) {
      listener.accept(made);
    }
  }

  /** Why it ended, or will be said to have ended. */
  final int lost() {
    return lost;
  }

  /** Ends the connection, and the requests in flight. */
  final void fail(int code) {
    lost = code;
    end();
    failAll(code);
  }

  /** Closes the connection without a report. */
  abstract void close();

  /** Takes it out of use, and closes it. */
  final void end() {
    if (over) {
      return;
    }
    over = true;
    links.gone(this);
    if (ready) {
      links.closed();
    }
    if (channel != null) {
      ChannelFuture _ = channel.close();
    }
    tell(false);
  }
}
