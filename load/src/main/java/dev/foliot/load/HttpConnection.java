package dev.foliot.load;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One connection from opening to end, with at most one request in flight. Used by its event loop;
 * events after its end are ignored.
 */
final class HttpConnection extends ChannelInboundHandlerAdapter {
  /** The length of a body that is kept for checks. */
  private static final int KEPT_BODY = 1 << 16;

  /** A longer body is invalid. */
  private static final long MOST_BODY = 1L << 28;

  private static final int MOST_LINE = 8_192;
  private static final int MOST_HEAD = 65_536;
  private static final int CHUNK = 16_384;
  private static final int FIRST_INTERIM = 100;
  private static final int SWITCHING = 101;
  private static final int FIRST_FINAL = 200;
  private static final int LAST = 999;
  private static final int ROOM = 256;

  /**
   * What a socket's buffer takes at once; of a longer request the end of its sending is awaited.
   */
  private static final int SENT_AT_ONCE = 1 << 15;

  private final ConnectionPool links;
  private final int number;
  private @Nullable Channel channel;
  private @Nullable Consumer<Boolean> whenConnected;
  private @Nullable Request request;
  private @Nullable Draw draw;
  private @Nullable ByteBuf body;
  private boolean ready;
  private boolean over;
  private int status;
  private boolean keepAlive;
  private long bodyBytes;
  private int lost = Failure.CLOSED.code();

  /** Whether a request has ended in the bytes that are being read. */
  private boolean isAnswered;

  private int answer;
  private long answeredNs;

  HttpConnection(ConnectionPool links, int number) {
    this.links = links;
    this.number = number;
  }

  int number() {
    return number;
  }

  /** The handlers of its channel. */
  ChannelHandler pipeline() {
    return new ChannelInitializer<Channel>() {
      @Override
      protected void initChannel(Channel fresh) {
        HttpDecoderConfig limits =
            new HttpDecoderConfig()
                .setMaxInitialLineLength(MOST_LINE)
                .setMaxHeaderSize(MOST_HEAD)
                .setMaxChunkSize(CHUNK)
                .setAllowDuplicateContentLengths(false);
        fresh.pipeline().addLast(new HttpResponseDecoder(limits), HttpConnection.this);
      }
    };
  }

  /** Follows its opening. */
  void connecting(ChannelFuture future) {
    // an attempt that failed at once has no channel, and reports that in another thread
    channel = future.isDone() && !future.isSuccess() ? null : future.channel();
    // the listener receives the outcome, and exceptionCaught that of a write
    ChannelFuture _ =
        future.addListener(
            (ChannelFutureListener) told -> links.inLoop(() -> connected(told.cause())));
  }

  private void connected(@Nullable Throwable trouble) {
    if (trouble == null) {
      made();
    } else {
      channel = null;
      fail(Failures.ofConnecting(trouble));
    }
  }

  private void made() {
    if (over) {
      return;
    }
    ready = true;
    links.opened();
    tell(true);
    if (request != null) {
      times().connected(links.clock().nanoTime());
      write();
    }
  }

  /** Reports whether it was opened, once known. */
  void whenConnected(Consumer<Boolean> listener) {
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

  boolean isConnecting() {
    return !ready && !over;
  }

  /** Sends a request after the opening. */
  void send(Request what, Draw chance) {
    request = what;
    draw = chance;
    status = 0;
    bodyBytes = 0;
    if (over) {
      // the opening failed at once
      fail(lost);
    } else if (ready) {
      write();
    }
  }

  private void write() {
    Request what = request;
    Draw chance = draw;
    Channel to = channel;
    if (what == null || chance == null || to == null) {
      return;
    }
    ByteBuf bytes = to.alloc().buffer(ROOM);
    what.write(bytes, chance, links.scratch());
    int length = bytes.readableBytes();
    if (length > SENT_AT_ONCE) {
      ChannelFuture _ =
          to.writeAndFlush(bytes)
              .addListener(told -> {
                if (request == what && told.isSuccess()) {
                  times().sent(links.clock().nanoTime());
                } else if (!told.isSuccess()) {
                  to.pipeline().fireExceptionCaught(told.cause());
                }
              });
    } else {
      ChannelFuture _ = to.writeAndFlush(bytes, to.voidPromise());
      times().sent(links.clock().nanoTime());
    }
  }

  private RequestTimes times() {
    return links.times(number);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    try {
      if (!over && message instanceof HttpObject part) {
        read(part);
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  /** Reports an answer after all that came with it: the next request must not get the rest. */
  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    tellAnswer();
  }

  private void tellAnswer() {
    if (isAnswered) {
      isAnswered = false;
      links.ended(this, answer, answeredNs);
    }
  }

  private void read(HttpObject part) {
    if (isAnswered) {
      // an unrequested answer: the following ones would be assigned to wrong requests
      end();
    } else if (part.decoderResult().isFailure()) {
      fail(Failures.ofDecoding(part.decoderResult().cause()));
    } else if (request == null) {
      fail(Failure.PROTOCOL.code());
    } else {
      if (part instanceof HttpResponse head) {
        status = head.status().code();
        keepAlive = HttpUtil.isKeepAlive(head);
        if (status >= FIRST_FINAL) {
          times().answered(links.clock().nanoTime());
        }
      }
      if (part instanceof HttpContent content) {
        content(content);
      }
    }
  }

  private void content(HttpContent part) {
    bodyBytes += part.content().readableBytes();
    if (bodyBytes > MOST_BODY || status == SWITCHING || status < FIRST_INTERIM || status > LAST) {
      fail(Failure.PROTOCOL.code());
      return;
    }
    if (request != null && request.looksAtBody()) {
      keep(part.content());
    }
    if (part instanceof LastHttpContent && status >= FIRST_FINAL) {
      answered();
    }
  }

  private void keep(ByteBuf part) {
    ByteBuf kept = body;
    if (kept == null && channel != null) {
      kept = channel.alloc().heapBuffer(ROOM, KEPT_BODY);
      body = kept;
    }
    if (kept != null) {
      kept.writeBytes(part, Math.min(part.readableBytes(), KEPT_BODY - kept.readableBytes()));
    }
  }

  private void answered() {
    long endNs = links.clock().nanoTime();
    Request what = request;
    if (what == null) {
      return;
    }
    ByteBuf kept = body;
    times().ended(endNs, bodyBytes);
    answer = what.judge(status, kept == null ? "" : kept.toString(StandardCharsets.UTF_8));
    drop();
    request = null;
    if (!keepAlive || !links.keepsAlive()) {
      end();
    }
    answeredNs = endNs;
    isAnswered = true;
  }

  private void drop() {
    if (body != null) {
      body.release();
      body = null;
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    fail(Failure.CLOSED.code());
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    fail(Failures.ofConnection(cause));
  }

  /** Ends the connection, and the request in flight. */
  private void fail(int code) {
    lost = code;
    end();
    tellAnswer();
    if (request != null) {
      request = null;
      links.ended(this, code, links.clock().nanoTime());
    }
  }

  /** Closes the connection without a report. */
  void close() {
    request = null;
    end();
  }

  private void end() {
    if (over) {
      return;
    }
    over = true;
    drop();
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
