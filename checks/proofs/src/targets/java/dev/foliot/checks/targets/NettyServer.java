package dev.foliot.checks.targets;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;

/** Netty's HTTP server, with complete responses and some responses in parts. */
public final class NettyServer {
  private static final byte[] REQUEST =
      "GET /plaintext HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII);
  private static final byte[] BODY = "Hello, World!".getBytes(US_ASCII);
  private static final int PARTS_EVERY = 4;

  private NettyServer() {}

  /** Runs it. */
  public static void main(String[] args) throws Exception {
    Load.play(NettyServer::connection);
  }

  private static Load.Round connection() {
    EmbeddedChannel channel = new EmbeddedChannel(new HttpServerCodec(), new Answers());
    return i -> {
      channel.writeInbound(Unpooled.wrappedBuffer(REQUEST));
      long bytes = 0;
      for (Object out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
        ByteBuf buffer = (ByteBuf) out;
        bytes += buffer.readableBytes();
        buffer.release();
      }
      return bytes;
    };
  }

  private static final class Answers extends ChannelInboundHandlerAdapter {
    private int count;

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      boolean isWhole = message instanceof LastHttpContent;
      ReferenceCountUtil.release(message);
      if (isWhole && ++count % PARTS_EVERY == 0) {
        answerInParts(context);
      } else if (isWhole) {
        answer(context);
      }
    }

    private static void answer(ChannelHandlerContext context) {
      DefaultFullHttpResponse response =
          new DefaultFullHttpResponse(
              HttpVersion.HTTP_1_1, HttpResponseStatus.OK, Unpooled.wrappedBuffer(BODY));
      response.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, BODY.length);
      context.writeAndFlush(response, context.voidPromise());
    }

    private static void answerInParts(ChannelHandlerContext context) {
      HttpResponse response = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
      response.headers().set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
      context.write(response, context.voidPromise());
      context.write(new DefaultHttpContent(Unpooled.wrappedBuffer(BODY)), context.voidPromise());
      context.writeAndFlush(
          new DefaultLastHttpContent(Unpooled.wrappedBuffer(BODY)), context.voidPromise());
    }
  }
}
