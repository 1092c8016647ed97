package dev.foliot.load.http;

import dev.foliot.load.Draw;
import dev.foliot.load.Failure;
import dev.foliot.load.schedule.RequestTimes;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A connection of HTTP/1.1, with at most one request in flight. */
final class Http1Connection extends SocketConnection {
  private static final int MOST_LINE = 8_192;
  private static final int MOST_HEAD = 65_536;
  private static final int CHUNK = 16_384;
  private static final int ROOM = 256;

  /**
   * What a socket's buffer takes at once; of a longer request the end of its sending is awaited.
   */
  private static final int SENT_AT_ONCE = 1 << 15;

  private final Exchange exchange = new Exchange();
  private boolean keepAlive;

  /** Whether a request has ended in the bytes that are being read. */
  private boolean isEnded;

  private int answer;
  private long answeredNs;

  Http1Connection(ConnectionPool links, int number) {
    super(links, number);
  }

  @Override
  void addHandlers(ChannelPipeline pipeline) {
    HttpDecoderConfig limits =
        new HttpDecoderConfig()
            .setMaxInitialLineLength(MOST_LINE)
            .setMaxHeaderSize(MOST_HEAD)
            .setMaxChunkSize(CHUNK)
            .setAllowDuplicateContentLengths(false);
    pipeline.addLast(
        new HttpResponseDecoder(limits) {
          @Override
          protected boolean isContentAlwaysEmpty(HttpMessage message) {
            Request what = exchange.request();
            return (what != null && what.isHead()) || super.isContentAlwaysEmpty(message);
          }
        },
        new Answers());
  }

  @Override
  void begin() {
    opened();
  }

  @Override
  void send(int slot, Request what, Draw chance, @Nullable SequenceUser user) {
    exchange.begin(what, chance, user);
    if (isReady()) {
      writeWaiting();
    }
  }

  @Override
  void writeWaiting() {
    Request what = exchange.request();
    Draw chance = exchange.draw();
    Channel to = channel();
    if (what == null || chance == null || to == null) {
      return;
    }
    ByteBuf bytes = to.alloc().buffer(ROOM);
    ((Http1Form) what.form()).write(what, bytes, chance, exchange.user(), links().scratch());
    if (bytes.readableBytes() > SENT_AT_ONCE) {
      ChannelFuture _ = to.writeAndFlush(bytes).addListener(told -> sent(what, told.cause()));
    } else {
      ChannelFuture _ = to.writeAndFlush(bytes, to.voidPromise());
      times().sent(links().clock().nanoTime());
    }
  }

  private void sent(Request what, @Nullable Throwable trouble) {
    if (trouble != null) {
      fail(Failures.ofConnection(trouble));
    } else if (exchange.request() == what && !exchange.isAnswered()) {
      times().sent(links().clock().nanoTime());
    }
  }

  /** The slot of its requests: it has one at a time, and each host has a connection for it. */
  private int slot() {
    return links().slot(number());
  }

  private RequestTimes times() {
    return links().times(slot());
  }

  @Override
  void eachSlot(Consumer<RequestTimes> each) {
    if (exchange.request() != null) {
      each.accept(times());
    }
  }

  @Override
  void drop(int slot) {
    close();
  }

  /** Its one request has ended: another one wants its place. */
  @Override
  void retire() {
    end();
  }

  @Override
  void close() {
    exchange.drop();
    end();
  }

  @Override
  void failAll(int code) {
    tellAnswer();
    if (exchange.request() != null) {
      exchange.drop();
      links().ended(slot(), code, links().clock().nanoTime());
    }
  }

  private void tellAnswer() {
    if (isEnded) {
      isEnded = false;
      Hop hop = exchange.takeHop();
      if (hop == null) {
        links().ended(slot(), answer, answeredNs);
      } else {
        links().follow(slot(), hop);
      }
    }
  }

  /** What the server sends. */
  private final class Answers extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      try {
        if (!isOver() && message instanceof HttpObject part) {
          read(part, context.channel());
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

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      fail(Failure.CLOSED.code());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      fail(Failures.ofConnection(cause));
    }
  }

  private void read(HttpObject part, Channel from) {
    if (isEnded) {
      // an unrequested answer: the following ones would be assigned to wrong requests
      end();
    } else if (part.decoderResult().isFailure()) {
      fail(Failures.ofDecoding(part.decoderResult().cause()));
    } else if (exchange.request() == null) {
      fail(Failure.PROTOCOL.code());
    } else {
      if (part instanceof HttpResponse head) {
        exchange.head(head.status().code(), head.headers().get(HttpHeaderNames.CONTENT_ENCODING));
        keepAlive = HttpUtil.isKeepAlive(head);
        if (exchange.isAnswered()) {
          times().answered(links().clock().nanoTime());
          if (exchange.looksAtHeaders()) {
            exchange.headers(name -> head.headers().getAll(name), links().scratch());
            listen();
          }
        }
      }
      if (part instanceof HttpContent content) {
        content(content, from);
      }
    }
  }

  /** Ends the request when its time for events is over. */
  private void listen() {
    long ns = exchange.listeningNs();
    if (ns > 0) {
      int turn = exchange.turn();
      links()
          .after(
              ns,
              () -> {
                if (exchange.turn() == turn && exchange.request() != null && !isOver()) {
                  ended(false);
                  tellAnswer();
                }
              });
    }
  }

  private void content(HttpContent part, Channel from) {
    if (!exchange.content(part.content(), from)) {
      fail(Failure.PROTOCOL.code());
    } else if (exchange.events(part.content(), () -> links().event(slot()))) {
      ended(false);
    } else if (part instanceof LastHttpContent && exchange.isAnswered()) {
      ended(true);
    }
  }

  /**
   * The answer has ended, or nobody waits for the rest of it.
   *
   * @param isServers whether the server ended it
   */
  private void ended(boolean isServers) {
    long endNs = links().clock().nanoTime();
    times().ended(endNs, exchange.bodyBytes());
    answer = exchange.end(isServers);
    answeredNs = endNs;
    isEnded = true;
    if (!isServers || !keepAlive || !links().keepsAlive()) {
      end();
    }
  }
}
