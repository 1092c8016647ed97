package dev.foliot.load.http;

import dev.foliot.load.Failure;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Asks a proxy for a tunnel to the target (RFC 9110, section 9.3.6), then leaves the pipeline.
 * Until then it is the only handler there: others would begin to speak with the proxy. One channel.
 */
final class Tunnel extends ByteToMessageDecoder {
  private static final int MOST_HEAD = 65_536;
  private static final ByteBuf END = Unpooled.copiedBuffer("\r\n\r\n", StandardCharsets.US_ASCII);
  private static final Pattern OK = Pattern.compile("HTTP/1\\.[01] 2[0-9]{2}(?: .*)?");

  private final String authority;
  private final long timeoutNs;
  private final IntConsumer told;
  private @Nullable ScheduledFuture<?> limit;
  private boolean isTold;

  /**
   * @param authority of the target
   * @param timeoutNs how long it waits for the proxy
   * @param told takes the outcome: a failure, or {@link Failure#NONE}
   */
  Tunnel(String authority, long timeoutNs, IntConsumer told) {
    this.authority = authority;
    this.timeoutNs = timeoutNs;
    this.told = told;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    limit =
        context
            .executor()
            .schedule(() -> tell(Failure.CONNECT_TIME_OUT.code()), timeoutNs, TimeUnit.NANOSECONDS);
    String request = "CONNECT " + authority + " HTTP/1.1\r\nHost: " + authority + "\r\n\r\n";
    ChannelFuture _ =
        context.writeAndFlush(Unpooled.copiedBuffer(request, StandardCharsets.US_ASCII));
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    int end = isTold ? -1 : ByteBufUtil.indexOf(END, in);
    if (isTold) {
      in.skipBytes(in.readableBytes());
    } else if (end >= 0) {
      String head =
          in.readCharSequence(end - in.readerIndex(), StandardCharsets.ISO_8859_1).toString();
      in.skipBytes(END.readableBytes());
      if (OK.matcher(head.lines().findFirst().orElse("")).matches()) {
        tell(Failure.NONE);
        context.pipeline().remove(this);
      } else {
        tell(Failure.PROXY.code());
      }
    } else if (in.readableBytes() > MOST_HEAD) {
      tell(Failure.PROXY.code());
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    tell(Failure.CLOSED.code());
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    tell(Failures.ofConnection(cause));
  }

  private void tell(int code) {
    ScheduledFuture<?> timer = limit;
    if (timer != null) {
      timer.cancel(false);
    }
    if (!isTold) {
      isTold = true;
      told.accept(code);
    }
  }

  @Override
  protected void handlerRemoved0(ChannelHandlerContext context) {
    ScheduledFuture<?> timer = limit;
    if (timer != null) {
      timer.cancel(false);
    }
  }
}
