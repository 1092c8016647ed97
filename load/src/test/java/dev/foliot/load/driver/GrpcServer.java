package dev.foliot.load.driver;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.DescriptorProtos.MethodDescriptorProto;
import com.google.protobuf.DescriptorProtos.ServiceDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.TimestampProto;
import com.google.protobuf.WrappersProto;
import com.google.protobuf.util.JsonFormat;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.Status;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.ProtoFileDescriptorSupplier;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A server of grpc-java on the loopback interface: {@code shop.Orders} with {@code Get}, {@code
 * List} that answers with {@code id} messages, and {@code Upload} that takes a stream. A request
 * whose {@code name} is a status ends with it, {@code wait} ms later.
 */
final class GrpcServer implements AutoCloseable {
  private static final Metadata.Key<String> SHOP =
      Metadata.Key.of("shop", Metadata.ASCII_STRING_MARSHALLER);

  private static final Metadata.Key<String> TRACE =
      Metadata.Key.of("traceparent", Metadata.ASCII_STRING_MARSHALLER);

  private final FileDescriptor file;
  private final Server server;
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final Queue<String> requests = new ConcurrentLinkedQueue<>();
  private final Queue<String> metadata = new ConcurrentLinkedQueue<>();
  private final Queue<String> traces = new ConcurrentLinkedQueue<>();
  private final Queue<Long> deadlinesMs = new ConcurrentLinkedQueue<>();
  private final Set<SocketAddress> peers = ConcurrentHashMap.newKeySet();

  private GrpcServer(int port, boolean hasReflection, @Nullable Certificates own)
      throws IOException {
    file = file();
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
            .intercept(new Looking())
            .addService(service());
    if (hasReflection) {
      builder.addService(ProtoReflectionServiceV1.newInstance());
    }
    if (own != null) {
      builder.sslContext(
          GrpcSslContexts.forServer(own.certificate().toFile(), own.key().toFile()).build());
    }
    server = builder.build().start();
  }

  /** One that says its methods. */
  static GrpcServer plain() throws IOException {
    return new GrpcServer(0, true, null);
  }

  /** One at a port, as after a restart. */
  static GrpcServer at(int port) throws IOException {
    return new GrpcServer(port, true, null);
  }

  /** One that does not say its methods. */
  static GrpcServer silent() throws IOException {
    return new GrpcServer(0, false, null);
  }

  /** One with TLS. */
  static GrpcServer secure(Certificates own) throws IOException {
    return new GrpcServer(0, true, own);
  }

  private static FileDescriptor file() {
    DescriptorProto order =
        DescriptorProto.newBuilder()
            .setName("Order")
            .addField(field("id", 1, FieldDescriptorProto.Type.TYPE_INT64))
            .addField(field("name", 2, FieldDescriptorProto.Type.TYPE_STRING))
            .addField(field("wait", 3, FieldDescriptorProto.Type.TYPE_INT32))
            .addField(
                field("at", 4, FieldDescriptorProto.Type.TYPE_MESSAGE)
                    .setTypeName(".google.protobuf.Timestamp"))
            .build();
    try {
      return FileDescriptor.buildFrom(
          FileDescriptorProto.newBuilder()
              .setName("shop/orders.proto")
              .setPackage("shop")
              .setSyntax("proto3")
              .addDependency("google/protobuf/timestamp.proto")
              .addDependency("google/protobuf/wrappers.proto")
              .addMessageType(order)
              .addService(
                  ServiceDescriptorProto.newBuilder()
                      .setName("Orders")
                      .addMethod(method("Get"))
                      .addMethod(method("List").setServerStreaming(true))
                      .addMethod(method("Upload").setClientStreaming(true)))
              .build(),
          new FileDescriptor[] {TimestampProto.getDescriptor(), WrappersProto.getDescriptor()});
    } catch (DescriptorValidationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static FieldDescriptorProto.Builder field(
      String name, int number, FieldDescriptorProto.Type type) {
    return FieldDescriptorProto.newBuilder().setName(name).setNumber(number).setType(type);
  }

  private static MethodDescriptorProto.Builder method(String name) {
    return MethodDescriptorProto.newBuilder()
        .setName(name)
        .setInputType(".shop.Order")
        .setOutputType(".shop.Order");
  }

  /** Writes its descriptors, as protoc would. */
  static Path descriptors(Path into, boolean withImports) throws IOException {
    FileDescriptor file = file();
    FileDescriptorSet.Builder all = FileDescriptorSet.newBuilder();
    if (withImports) {
      file.getDependencies().forEach(one -> all.addFile(one.toProto()));
    }
    Files.write(into, all.addFile(file.toProto()).build().toByteArray());
    return into;
  }

  private Descriptor order() {
    return file.findMessageTypeByName("Order");
  }

  private MethodDescriptor<DynamicMessage, DynamicMessage> call(
      String name, MethodDescriptor.MethodType type) {
    return MethodDescriptor.<DynamicMessage, DynamicMessage>newBuilder()
        .setType(type)
        .setFullMethodName("shop.Orders/" + name)
        .setRequestMarshaller(ProtoUtils.marshaller(DynamicMessage.getDefaultInstance(order())))
        .setResponseMarshaller(ProtoUtils.marshaller(DynamicMessage.getDefaultInstance(order())))
        .build();
  }

  private ServerServiceDefinition service() {
    MethodDescriptor<DynamicMessage, DynamicMessage> get =
        call("Get", MethodDescriptor.MethodType.UNARY);
    MethodDescriptor<DynamicMessage, DynamicMessage> list =
        call("List", MethodDescriptor.MethodType.SERVER_STREAMING);
    ProtoFileDescriptorSupplier described = () -> file;
    return ServerServiceDefinition.builder(
            ServiceDescriptor.newBuilder("shop.Orders")
                .setSchemaDescriptor(described)
                .addMethod(get)
                .addMethod(list)
                .build())
        .addMethod(get, ServerCalls.asyncUnaryCall((asked, answer) -> answer(asked, answer, 1)))
        .addMethod(
            list,
            ServerCalls.asyncServerStreamingCall((asked, answer) ->
                answer(asked, answer, (long) asked.getField(order().findFieldByName("id")))))
        .build();
  }

  private void answer(DynamicMessage asked, StreamObserver<DynamicMessage> answer, long messages) {
    try {
      requests.add(JsonFormat.printer().omittingInsignificantWhitespace().print(asked));
    } catch (IOException e) {
      requests.add("unreadable");
    }
    Deadline deadline = Context.current().getDeadline();
    deadlinesMs.add(deadline == null ? -1 : deadline.timeRemaining(TimeUnit.MILLISECONDS));
    String name = (String) asked.getField(order().findFieldByName("name"));
    int waitMs = (int) asked.getField(order().findFieldByName("wait"));
    Future<?> _ =
        timer.schedule(
            () -> {
              for (Status.Code code : Status.Code.values()) {
                if (code.name().equals(name)) {
                  answer.onError(code.toStatus().withDescription("as asked").asRuntimeException());
                  return;
                }
              }
              for (long i = 0; i < messages; i++) {
                answer.onNext(asked);
              }
              answer.onCompleted();
            },
            waitMs,
            TimeUnit.MILLISECONDS);
  }

  private final class Looking implements ServerInterceptor {
    @Override
    public <A, B> ServerCall.Listener<A> interceptCall(
        ServerCall<A, B> call, Metadata headers, ServerCallHandler<A, B> next) {
      if (call.getMethodDescriptor().getFullMethodName().startsWith("shop.")) {
        peers.add(call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR));
        traces.add(String.valueOf(headers.get(TRACE)));
        metadata.add(headers.get(SHOP) + " " + call.getAuthority());
      }
      return next.startCall(call, headers);
    }
  }

  int port() {
    return server.getPort();
  }

  /** What was asked, as JSON. */
  Queue<String> requests() {
    return requests;
  }

  /** The metadata {@code shop} and the authority of each call. */
  Queue<String> metadata() {
    return metadata;
  }

  /** The trace context of each call. */
  Queue<String> traces() {
    return traces;
  }

  /** What was left of each call's time. */
  Queue<Long> deadlinesMs() {
    return deadlinesMs;
  }

  /** The connections that calls came on. */
  int connections() {
    return peers.size();
  }

  /** Ends it, and all connections. */
  @Override
  public void close() {
    server.shutdownNow();
    timer.shutdownNow();
    try {
      if (!server.awaitTermination(10, TimeUnit.SECONDS)) {
        throw new IllegalStateException("the server does not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
