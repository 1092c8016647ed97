package dev.foliot.load.driver;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http2.DefaultHttp2GoAwayFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.handler.codec.http2.Http2StreamFrameToHttpObjectCodec;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A server of HTTP/1.1 or HTTP/2 on the loopback interface. A request for {@code /wait/MS} is
 * answered so much later, {@code /reset} resets its stream, {@code /away} ends the connection after
 * the streams so far. {@code /events/N} is a stream of N server-sent events, or of any number. A
 * {@code POST /login} is answered with a cookie, a location and a token.
 */
final class NettyServer implements AutoCloseable {
  private final MultiThreadIoEventLoopGroup group =
      new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
  private final Channel channel;
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger active = new AtomicInteger();
  private final AtomicInteger mostActive = new AtomicInteger();
  private final Queue<String> requests = new ConcurrentLinkedQueue<>();
  private final Queue<String> accepted = new ConcurrentLinkedQueue<>();
  private final Queue<String> traces = new ConcurrentLinkedQueue<>();
  private final Queue<String> hosts = new ConcurrentLinkedQueue<>();
  private final Queue<String> users = new ConcurrentLinkedQueue<>();
  private final AtomicInteger logins = new AtomicInteger();
  private final AtomicInteger left = new AtomicInteger();

  /**
   * @param tls null for plain connections
   * @param http2 whether it speaks HTTP/2 only
   * @param streams how many it allows on a connection
   */
  private NettyServer(@Nullable SslContext tls, boolean http2, int streams) {
    channel =
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel fresh) {
                    connections.incrementAndGet();
                    if (tls != null) {
                      fresh.pipeline().addLast(tls.newHandler(fresh.alloc()));
                    }
                    if (http2) {
                      http2(fresh, streams);
                    } else {
                      fresh
                          .pipeline()
                          .addLast(
                              new HttpServerCodec(),
                              new HttpObjectAggregator(1 << 20),
                              new Answers());
                    }
                  }
                })
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .syncUninterruptibly()
            .channel();
  }

  private void http2(Channel fresh, int streams) {
    fresh
        .pipeline()
        .addLast(
            Http2FrameCodecBuilder.forServer()
                .initialSettings(Http2Settings.defaultSettings().maxConcurrentStreams(streams))
                .build(),
            new Http2MultiplexHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel stream) {
                    stream
                        .pipeline()
                        .addLast(
                            new Http2StreamFrameToHttpObjectCodec(true),
                            new HttpObjectAggregator(1 << 20),
                            new Answers());
                  }
                }));
  }

  static NettyServer plainHttp2(int streams) {
    return new NettyServer(null, true, streams);
  }

  static NettyServer http2(Certificates certificates) throws Exception {
    return new NettyServer(
        certificates
            .server()
            .applicationProtocolConfig(
                new ApplicationProtocolConfig(
                    ApplicationProtocolConfig.Protocol.ALPN,
                    ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                    ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                    ApplicationProtocolNames.HTTP_2))
            .build(),
        true,
        100);
  }

  /**
   * HTTP/1.1 over TLS.
   *
   * @param clients the certificates that clients must have, null for none
   */
  static NettyServer https(Certificates certificates, @Nullable Path clients) throws Exception {
    SslContextBuilder builder = certificates.server();
    if (clients != null) {
      builder.clientAuth(ClientAuth.REQUIRE).trustManager(clients.toFile());
    }
    return new NettyServer(builder.build(), false, 1);
  }

  int port() {
    return ((InetSocketAddress) channel.localAddress()).getPort();
  }

  int connections() {
    return connections.get();
  }

  /** How many requests were in it at the same time at most. */
  int mostActive() {
    return mostActive.get();
  }

  /** How many streams of events their clients left. */
  int left() {
    return left.get();
  }

  /** Method, path and body of each request. */
  Queue<String> requests() {
    return requests;
  }

  /** Path, cookies and authorization of each request. */
  Queue<String> users() {
    return users;
  }

  /** The host that each request names. */
  Queue<String> hosts() {
    return hosts;
  }

  /** The trace context of each request. */
  Queue<String> traces() {
    return traces;
  }

  /** What each request accepts. */
  Queue<String> accepted() {
    return accepted;
  }

  /** HTTP/1.1 without TLS. */
  static NettyServer plain() {
    return new NettyServer(null, false, 1);
  }

  @Override
  public void close() {
    channel.close().syncUninterruptibly();
    group.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
  }

  private final class Answers extends SimpleChannelInboundHandler<FullHttpRequest> {
    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
      String path = request.uri();
      requests.add(
          request.method() + " " + path + " " + request.content().toString(StandardCharsets.UTF_8));
      traces.add(String.valueOf(request.headers().get("traceparent")));
      hosts.add(String.valueOf(request.headers().get(HttpHeaderNames.HOST)));
      accepted.add(String.valueOf(request.headers().get(HttpHeaderNames.ACCEPT)));
      users.add(
          path
              + " "
              + request.headers().get(HttpHeaderNames.COOKIE)
              + " "
              + request.headers().get(HttpHeaderNames.AUTHORIZATION));
      mostActive.accumulateAndGet(active.incrementAndGet(), Math::max);
      if (path.equals("/reset")) {
        active.decrementAndGet();
        ChannelFuture _ =
            context.writeAndFlush(new DefaultHttp2ResetFrame(Http2Error.INTERNAL_ERROR));
        return;
      }
      if (path.equals("/away") && context.channel() instanceof Http2StreamChannel stream) {
        ChannelFuture _ =
            stream.parent().writeAndFlush(new DefaultHttp2GoAwayFrame(Http2Error.NO_ERROR));
      }
      if (path.startsWith("/events/")) {
        active.decrementAndGet();
        stream(context, Integer.parseInt(path.substring(8)));
        return;
      }
      long waitMs = path.startsWith("/wait/") ? Long.parseLong(path.substring(6)) : 0;
      var _ =
          context
              .executor()
              .schedule(
                  () -> answer(context, request.method() + " " + path),
                  waitMs,
                  TimeUnit.MILLISECONDS);
    }

    private void answer(ChannelHandlerContext context, String text) {
      active.decrementAndGet();
      if (text.equals("POST /login")) {
        login(context, logins.incrementAndGet());
        return;
      }
      ByteBuf body = Unpooled.copiedBuffer("you asked " + text, StandardCharsets.UTF_8);
      boolean isMoved = text.endsWith(" /moved");
      DefaultFullHttpResponse response =
          new DefaultFullHttpResponse(
              HttpVersion.HTTP_1_1,
              isMoved ? HttpResponseStatus.FOUND : HttpResponseStatus.OK,
              body);
      if (isMoved) {
        response.headers().set(HttpHeaderNames.LOCATION, "/here");
      }
      response.headers().set(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
      ChannelFuture _ = context.writeAndFlush(response);
    }

    /**
     * Sends events, the first with the head, the others 20 ms apart; without a number until the
     * client goes.
     */
    private void stream(ChannelHandlerContext context, int events) {
      DefaultHttpResponse head =
          new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
      head.headers().set(HttpHeaderNames.CONTENT_TYPE, "text/event-stream;charset=UTF-8");
      head.headers().set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
      ChannelFuture _ = context.write(head);
      event(context, 1, events);
    }

    private void event(ChannelHandlerContext context, int number, int events) {
      if (!context.channel().isActive()) {
        left.incrementAndGet();
        return;
      }
      ByteBuf text =
          Unpooled.copiedBuffer(": hello\nid: " + number + "\ndata: x\n\n", StandardCharsets.UTF_8);
      boolean isLast = number == events;
      ChannelFuture _ =
          context.writeAndFlush(
              isLast ? new DefaultLastHttpContent(text) : new DefaultHttpContent(text));
      if (!isLast) {
        var _ =
            context
                .executor()
                .schedule(() -> event(context, number + 1, events), 20, TimeUnit.MILLISECONDS);
      }
    }

    private void login(ChannelHandlerContext context, int number) {
      ByteBuf body =
          Unpooled.copiedBuffer(
              "{\"user\": {\"token\": \"t " + number + "\"}, \"next\": \"id=" + number + "\"}",
              StandardCharsets.UTF_8);
      DefaultFullHttpResponse response =
          new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.CREATED, body);
      response.headers().set(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
      response.headers().add(HttpHeaderNames.SET_COOKIE, "session=s" + number + "; Path=/shop");
      response.headers().add(HttpHeaderNames.SET_COOKIE, "other=x; Path=/elsewhere");
      response.headers().set(HttpHeaderNames.LOCATION, "/shop/cart/" + number);
      ChannelFuture _ = context.writeAndFlush(response);
    }
  }
}
