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
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2EventAdapter;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.util.collection.IntObjectHashMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A connection of HTTP/2, with a stream for each request. */
final class Http2Connection extends SocketConnection {
  /** A body's bytes are acknowledged as they come; less would stall a fast server. */
  private static final int WINDOW = 1 << 20;

  private static final int MOST_HEAD = 65_536;
  private static final int LAST_STATUS = 999;

  /** The requests that wait or are in flight, by slot. */
  private final Map<Integer, Request2> bySlot = new HashMap<>();

  private final IntObjectHashMap<Request2> byStream = new IntObjectHashMap<>();
  private @Nullable Http2ConnectionHandler http;
  private @Nullable ChannelHandlerContext context;

  /** Whether the server sent what is no HTTP/2, or what it must not send, such as a push. */
  private boolean isWrong;

  /** Takes no new request, since the server said so. */
  private boolean isDraining;

  /** One request of a slot. */
  private static final class Request2 {
    private final int slot;
    private final Exchange exchange = new Exchange();
    private int stream;

    private Request2(int slot) {
      this.slot = slot;
    }
  }

  Http2Connection(ConnectionPool links, int number) {
    super(links, number);
  }

  @Override
  void addHandlers(ChannelPipeline pipeline) {
    Http2ConnectionHandler handler =
        new Http2ConnectionHandlerBuilder()
            .server(false)
            .frameListener(new Frames())
            .initialSettings(
                Http2Settings.defaultSettings()
                    .pushEnabled(false)
                    .initialWindowSize(WINDOW)
                    .maxHeaderListSize(MOST_HEAD))
            .gracefulShutdownTimeoutMillis(0)
            .build();
    handler.connection().addListener(new Frames());
    http = handler;
    pipeline.addLast(handler, new Ends());
    context = pipeline.context(handler);
  }

  /** The server's settings say that it speaks HTTP/2. */
  @Override
  void begin() {
    Http2ConnectionHandler handler = http;
    ChannelHandlerContext to = context;
    if (handler == null || to == null) {
      return;
    }
    try {
      // the window of the whole connection is not among the settings
      handler
          .connection()
          .local()
          .flowController()
          .incrementWindowSize(handler.connection().connectionStream(), WINDOW);
      handler.flush(to);
    } catch (Http2Exception e) {
      fail(Failure.PROTOCOL.code());
    }
  }

  @Override
  void send(int slot, Request what, Draw chance, @Nullable SequenceUser user) {
    Request2 request = new Request2(slot);
    request.exchange.begin(what, chance, user);
    bySlot.put(slot, request);
    if (isReady()) {
      write(request);
    }
  }

  @Override
  void writeWaiting() {
    List.copyOf(bySlot.values()).forEach(this::write);
  }

  private void write(Request2 request) {
    Http2ConnectionHandler handler = http;
    ChannelHandlerContext to = context;
    Request what = request.exchange.request();
    Draw chance = request.exchange.draw();
    SequenceUser user = request.exchange.user();
    if (handler == null || to == null || what == null || chance == null || request.stream != 0) {
      return;
    }
    int stream = handler.connection().local().incrementAndGetNextStreamId();
    if (stream < 0) {
      // all numbers of this connection were used
      drain();
      ended(request, Failure.GO_AWAY.code());
      return;
    }
    request.stream = stream;
    byStream.put(stream, request);
    ByteBuf body = what.hasBody() ? what.body(to.alloc(), chance, user) : null;
    Http2Headers headers =
        ((Http2Form) what.form())
            .headers(
                what, chance, user, links().scratch(), body == null ? -1 : body.readableBytes());
    ChannelPromise written = to.newPromise();
    written.addListener(told -> sent(request, told.cause()));
    if (body == null) {
      ChannelFuture _ = handler.encoder().writeHeaders(to, stream, headers, 0, true, written);
    } else {
      ChannelFuture _ =
          handler.encoder().writeHeaders(to, stream, headers, 0, false, to.newPromise());
      ChannelFuture _ = handler.encoder().writeData(to, stream, body, 0, true, written);
    }
    handler.flush(to);
  }

  private void sent(Request2 request, @Nullable Throwable trouble) {
    if (bySlot.get(request.slot) != request) {
      return;
    }
    if (trouble != null) {
      ended(
          request,
          trouble instanceof Http2Exception
              ? Failure.GO_AWAY.code()
              : Failures.ofConnection(trouble));
    } else if (!request.exchange.isAnswered()) {
      links().times(request.slot).sent(links().clock().nanoTime());
    }
  }

  @Override
  void eachSlot(Consumer<RequestTimes> each) {
    bySlot.keySet().forEach(slot -> each.accept(links().times(slot)));
  }

  @Override
  void drop(int slot) {
    Request2 request = bySlot.remove(slot);
    if (request != null) {
      forget(request);
      if (request.stream != 0) {
        reset(request.stream);
      }
    }
  }

  private void reset(int stream) {
    Http2ConnectionHandler handler = http;
    ChannelHandlerContext to = context;
    if (handler != null && to != null && !isOver()) {
      ChannelFuture _ = handler.resetStream(to, stream, Http2Error.CANCEL.code(), to.newPromise());
      handler.flush(to);
    }
  }

  private void forget(Request2 request) {
    request.exchange.drop();
    byStream.remove(request.stream);
  }

  /** Ends a request. */
  private void ended(Request2 request, int code) {
    ended(request, code, links().clock().nanoTime());
  }

  private void ended(Request2 request, int code, long endNs) {
    if (bySlot.remove(request.slot, request)) {
      forget(request);
      if (isDraining && bySlot.isEmpty()) {
        end();
      }
      Hop hop = code == Failure.NONE ? request.exchange.takeHop() : null;
      if (hop == null) {
        links().ended(request.slot, code, endNs);
      } else {
        links().follow(request.slot, hop);
      }
    }
  }

  @Override
  void failAll(int code) {
    for (Request2 request : new ArrayList<>(bySlot.values())) {
      ended(request, code);
    }
  }

  @Override
  void retire() {
    drain();
  }

  @Override
  void close() {
    bySlot.values().forEach(request -> request.exchange.drop());
    bySlot.clear();
    byStream.clear();
    end();
  }

  /** Takes no new request; the connection ends with the last one in flight. */
  private void drain() {
    if (!isDraining) {
      isDraining = true;
      links().gone(this);
      if (bySlot.isEmpty()) {
        end();
      }
    }
  }

  /** The end of the connection. */
  private final class Ends extends ChannelInboundHandlerAdapter {
    @Override
    public void channelInactive(ChannelHandlerContext from) {
      fail(isWrong ? Failure.PROTOCOL.code() : Failure.CLOSED.code());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext from, Throwable cause) {
      fail(
          cause instanceof Http2Exception ? Failure.PROTOCOL.code() : Failures.ofConnection(cause));
    }
  }

  /** What the server sends. */
  private final class Frames extends Http2EventAdapter {
    @Override
    public void onSettingsRead(ChannelHandlerContext from, Http2Settings settings) {
      Long most = settings.maxConcurrentStreams();
      if (most != null) {
        links().allowsStreams(most);
      }
      opened();
    }

    @Override
    public void onHeadersRead(
        ChannelHandlerContext from,
        int stream,
        Http2Headers headers,
        int dependency,
        short weight,
        boolean exclusive,
        int padding,
        boolean isLast) {
      onHeadersRead(from, stream, headers, padding, isLast);
    }

    @Override
    public void onHeadersRead(
        ChannelHandlerContext from, int stream, Http2Headers headers, int padding, boolean isLast) {
      Request2 request = byStream.get(stream);
      if (request == null) {
        return;
      }
      CharSequence status = headers.status();
      if (status != null) {
        request.exchange.head(status(status), headers.get(HttpHeaderNames.CONTENT_ENCODING));
        if (request.exchange.isAnswered()) {
          links().times(request.slot).answered(links().clock().nanoTime());
          if (request.exchange.looksAtHeaders()) {
            request.exchange.headers(headers::getAll, links().scratch());
            listen(request);
          }
        }
      }
      if (isLast) {
        answered(request);
      }
    }

    /** Anything but three digits is no status. */
    private int status(CharSequence text) {
      int status = 0;
      for (int i = 0; i < text.length(); i++) {
        int digit = text.charAt(i) - '0';
        status =
            digit < 0 || digit > 9 || status > LAST_STATUS ? LAST_STATUS + 1 : 10 * status + digit;
      }
      return status;
    }

    @Override
    public int onDataRead(
        ChannelHandlerContext from, int stream, ByteBuf data, int padding, boolean isLast) {
      int length = data.readableBytes() + padding;
      Request2 request = byStream.get(stream);
      Channel channel = channel();
      if (request == null || channel == null) {
        return length;
      }
      if (!request.exchange.content(data, channel)) {
        ended(request, Failure.PROTOCOL.code());
      } else if (request.exchange.events(data, () -> links().event(request.slot))) {
        leave(request);
      } else if (isLast) {
        answered(request);
      }
      return length;
    }

    /** Ends the request when its time for events is over. */
    private void listen(Request2 request) {
      long ns = request.exchange.listeningNs();
      if (ns > 0) {
        links()
            .after(
                ns,
                () -> {
                  if (bySlot.get(request.slot) == request) {
                    leave(request);
                  }
                });
      }
    }

    /** The events that were asked for are here: nobody waits for the rest. */
    private void leave(Request2 request) {
      int stream = request.stream;
      answered(request, false);
      reset(stream);
    }

    private void answered(Request2 request) {
      answered(request, true);
    }

    private void answered(Request2 request, boolean isServers) {
      if (!request.exchange.isAnswered()) {
        ended(request, Failure.PROTOCOL.code());
        return;
      }
      long endNs = links().clock().nanoTime();
      links().times(request.slot).ended(endNs, request.exchange.bodyBytes());
      ended(request, request.exchange.end(isServers), endNs);
    }

    @Override
    public void onRstStreamRead(ChannelHandlerContext from, int stream, long error) {
      Request2 request = byStream.get(stream);
      if (request != null) {
        ended(request, Failure.STREAM_RESET.code());
      }
    }

    /** The codec gives up a connection with wrong frames, and reports it only here. */
    @Override
    public void onGoAwaySent(int last, long error, ByteBuf why) {
      isWrong |= error != Http2Error.NO_ERROR.code();
    }

    @Override
    public void onGoAwayReceived(int last, long error, ByteBuf why) {
      drain();
      for (Request2 request : new ArrayList<>(bySlot.values())) {
        if (request.stream == 0 || request.stream > last) {
          ended(request, Failure.GO_AWAY.code());
        }
      }
    }

    /** A stream that was closed without an answer: the frames on it were invalid. */
    @Override
    public void onStreamClosed(Http2Stream stream) {
      Request2 request = byStream.get(stream.id());
      if (request != null && !isOver()) {
        // an answer that is just being read ends it otherwise
        links()
            .later(() -> {
              if (byStream.get(stream.id()) == request) {
                ended(request, Failure.PROTOCOL.code());
              }
            });
      }
    }
  }
}
