package dev.foliot.apps.service;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A connection that serves its requests one after the other. Answers leave in the order of
 * requests, whatever threads make them. If a client sends many at once, reading pauses until some
 * are answered.
 *
 * <p>After unreadable input, the rest is discarded for a while before the connection closes. With
 * an immediate close, the kernel would reset the connection because of unread data, and the client
 * might never get the error (RFC 9112, 9.6).
 *
 * <p>Belongs to its event loop, except for {@link #end()}.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails fails with its connection
final class Connection extends SimpleChannelInboundHandler<HttpObject> {
  private static final int MOST_WAITING = 32;
  private static final int MOST_THROWN_AWAY = 1 << 20;

  private final Routes routes;
  private final Traffic traffic;
  private final Set<Connection> all;
  private final RequestAssembly assembly;
  private final Queue<Incoming> waiting = new ArrayDeque<>();
  private @Nullable ChannelHandlerContext context;
  private boolean isBusy;
  private boolean isProceeding;
  private boolean isDeaf;
  private int thrownAway;

  Connection(Routes routes, Traffic traffic, Set<Connection> all, RequestAssembly assembly) {
    this.routes = routes;
    this.traffic = traffic;
    this.all = all;
    this.assembly = assembly;
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    context = ctx;
    all.add(this);
    if (traffic.isEnding()) {
      ctx.close();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    all.remove(this);
    isDeaf = true;
    for (Incoming missed : waiting) {
      if (missed instanceof Incoming.Whole) {
        traffic.ended();
      }
    }
    waiting.clear();
  }

  /** The peer left, or a handler failed: this connection is unusable. */
  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    ctx.close();
  }

  /** Closes the connection if it has nothing to answer; otherwise the last answer closes it. */
  void end() {
    ChannelHandlerContext ctx = context;
    if (ctx != null) {
      try {
        ctx.executor()
            .execute(() -> {
              if (!isBusy && waiting.isEmpty()) {
                ctx.close();
              }
            });
      } catch (RejectedExecutionException e) {
        // the event loop has ended, and the connection with it
      }
    }
  }

  @Override
  protected void channelRead0(ChannelHandlerContext ctx, HttpObject part) {
    if (isDeaf) {
      throwAway(ctx, part);
      return;
    }
    Incoming incoming = assembly.add(part);
    if (incoming == null) {
      return;
    }
    if (incoming instanceof Incoming.Whole) {
      traffic.begun();
    }
    isDeaf = incoming instanceof Incoming.Unreadable;
    waiting.add(incoming);
    proceed(ctx);
    if (waiting.size() >= MOST_WAITING) {
      ctx.channel().config().setAutoRead(false);
    }
  }

  private void throwAway(ChannelHandlerContext ctx, HttpObject part) {
    thrownAway += part instanceof HttpContent content ? content.content().readableBytes() : 0;
    if (thrownAway > MOST_THROWN_AWAY) {
      ctx.close();
    }
  }

  /** Begins what waits; a loop, since an endpoint that answers at once would otherwise recurse. */
  private void proceed(ChannelHandlerContext ctx) {
    if (isProceeding) {
      return;
    }
    isProceeding = true;
    while (!isBusy && !waiting.isEmpty()) {
      begin(ctx, waiting.remove());
    }
    isProceeding = false;
    ctx.flush();
    if (waiting.size() < MOST_WAITING / 2 && !ctx.channel().config().isAutoRead()) {
      ctx.channel().config().setAutoRead(true);
    }
  }

  private void begin(ChannelHandlerContext ctx, Incoming incoming) {
    if (incoming instanceof Incoming.Whole whole) {
      isBusy = true;
      routes.serve(whole.request(), new Turn(ctx, whole));
    } else if (incoming instanceof Incoming.Unreadable unreadable) {
      refuse(ctx, unreadable.answer());
    } else {
      ctx.write(response(HttpResponseStatus.CONTINUE, Unpooled.EMPTY_BUFFER));
    }
  }

  private void refuse(ChannelHandlerContext ctx, Answer answer) {
    isBusy = true; // nothing follows
    ctx.channel().config().setAutoRead(true);
    FullHttpResponse response = response(answer, false);
    response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    ctx.writeAndFlush(response)
        .addListener(done -> {
          if (done.isSuccess() && ctx.channel() instanceof SocketChannel socket) {
            socket.shutdownOutput();
          } else {
            ctx.close();
          }
        });
  }

  private void answered(ChannelHandlerContext ctx, Incoming.Whole whole, Answer answer) {
    traffic.ended();
    isBusy = false;
    if (!ctx.channel().isActive()) {
      return;
    }
    FullHttpResponse response = response(answer, whole.request().method().equals("HEAD"));
    if (whole.keepsAlive() && !(traffic.isEnding() && waiting.isEmpty())) {
      ctx.write(response);
      if (!isProceeding) {
        proceed(ctx);
      }
    } else {
      isBusy = true; // nothing follows
      isDeaf = true;
      response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
      ctx.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
    }
  }

  /** The response, as for GET; HEAD omits the body (RFC 9110, 9.3.2). */
  private static FullHttpResponse response(Answer answer, boolean headOnly) {
    FullHttpResponse response =
        response(
            HttpResponseStatus.valueOf(answer.status()),
            headOnly ? Unpooled.EMPTY_BUFFER : Unpooled.wrappedBuffer(answer.body()));
    response
        .headers()
        .set(HttpHeaderNames.CONTENT_TYPE, answer.contentType())
        .setInt(HttpHeaderNames.CONTENT_LENGTH, answer.body().length);
    if (!answer.allow().isEmpty()) {
      response.headers().set(HttpHeaderNames.ALLOW, answer.allow());
    }
    return response;
  }

  private static FullHttpResponse response(HttpResponseStatus status, ByteBuf body) {
    return new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, body);
  }

  /** Where the answer to the request in hand goes. */
  private final class Turn implements Reply {
    private final AtomicBoolean isOver = new AtomicBoolean();
    private final ChannelHandlerContext ctx;
    private final Incoming.Whole whole;

    Turn(ChannelHandlerContext ctx, Incoming.Whole whole) {
      this.ctx = ctx;
      this.whole = whole;
    }

    @Override
    public EventExecutor loop() {
      return ctx.executor();
    }

    @Override
    public void send(Answer answer) {
      if (!isOver.compareAndSet(false, true)) {
        return;
      }
      if (ctx.executor().inEventLoop()) {
        answered(ctx, whole, answer);
        return;
      }
      try {
        ctx.executor().execute(() -> answered(ctx, whole, answer));
      } catch (RejectedExecutionException e) {
        traffic.ended(); // the event loop has ended, and the connection with it
      }
    }
  }
}
