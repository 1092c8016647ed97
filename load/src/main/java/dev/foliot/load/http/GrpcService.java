package dev.foliot.load.http;

import dev.foliot.load.Draw;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.RequestTemplate;
import dev.foliot.load.Sending;
import dev.foliot.load.Sequence;
import dev.foliot.load.Template;
import dev.foliot.load.grpc.GrpcMethod;
import dev.foliot.load.grpc.GrpcMethods;
import dev.foliot.load.grpc.Reflection;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A server of gRPC: its methods, and channels to it. */
final class GrpcService {
  private static final int WINDOW = 1 << 20;
  private static final int MOST_MESSAGE = 1 << 28;
  private static final long MOST_WAIT_NS = 5_000_000_000L;
  private static final long MS = 1_000_000;
  private static final long SLACK_MS = 1_000;

  private final GrpcMethods methods;

  private GrpcService(GrpcMethods methods) {
    this.methods = methods;
  }

  /**
   * The one of a plan. It asks the server for its methods, unless a file has them.
   *
   * @throws NoConnectionException if the server does not answer
   * @throws dev.foliot.text.FoliotException if it has no such method, with the remedy
   */
  static GrpcService of(LoadPlan plan) {
    Path file = plan.execution().descriptors();
    GrpcMethods known = file == null ? null : GrpcMethods.ofFile(file);
    Transport transport = Transport.best();
    Path socket = plan.sending().route().unixSocket();
    Sending sending = plan.sending();
    MultiThreadIoEventLoopGroup loop =
        new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("foliot-methods", true), transport.handler());
    ManagedChannel channel =
        channel(
            plan,
            socket == null
                ? new InetSocketAddress(plan.target().host(), plan.target().port())
                : transport.unixAddress(socket),
            loop,
            socket == null ? transport.channel() : transport.unix(),
            plan.target().secure() ? sending.tls().context(sending.protocol()) : null);
    try {
      Reflection reflection =
          new Reflection(
              ClientInterceptors.intercept(
                  channel, MetadataUtils.newAttachHeadersInterceptor(GrpcForm.fixed(plan))),
              Math.min(MOST_WAIT_NS, sending.timeoutNs()));
      if (known != null) {
        reflection.ping();
        return new GrpcService(known);
      }
      return new GrpcService(
          reflection.methods(templates(plan).map(RequestTemplate::path).distinct().toList()));
    } catch (StatusRuntimeException e) {
      throw new NoConnectionException(GrpcFailures.of(e.getStatus(), false, false), e);
    } finally {
      channel.shutdownNow();
      // its transport ends in the loop
      Future<?> _ = loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }
  }

  /** All requests of a plan. */
  static Stream<RequestTemplate> templates(LoadPlan plan) {
    return Stream.concat(
        plan.requests().stream(),
        plan.sequences().stream()
            .flatMap(sequence -> sequence.steps().stream())
            .map(Sequence.Step::request));
  }

  /** A channel, which is one connection; it opens by itself when it is used. */
  static ManagedChannel channel(
      LoadPlan plan,
      SocketAddress address,
      EventLoopGroup loop,
      Class<? extends Channel> type,
      @Nullable SslContext tls) {
    String named = plan.sending().tls().serverName();
    NettyChannelBuilder builder =
        NettyChannelBuilder.forAddress(address)
            .overrideAuthority(
                named == null ? plan.target().authority() : named + ":" + plan.target().port())
            .eventLoopGroup(loop)
            .channelType(type)
            .withOption(
                ChannelOption.CONNECT_TIMEOUT_MILLIS,
                (int) (plan.sending().timeoutNs() / MS + SLACK_MS))
            // callbacks in the loop; nothing is sent twice
            .directExecutor()
            .disableRetry()
            .proxyDetector(to -> null)
            .flowControlWindow(WINDOW)
            .maxInboundMessageSize(MOST_MESSAGE);
    return (tls == null ? builder.usePlaintext() : builder.sslContext(tls)).build();
  }

  /** A method of it. */
  GrpcMethod method(String path) {
    return methods.method(path);
  }

  /** A text of a template as its first request has it. */
  static String first(Template template) {
    ByteBuf text = Unpooled.buffer();
    template.write(text, new Draw(1, 0, 0), variable -> "0");
    return text.toString(StandardCharsets.UTF_8);
  }
}
