package dev.foliot.load.grpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.reflection.v1.ServerReflectionResponse.MessageResponseCase;
import io.grpc.reflection.v1.ServiceResponse;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/**
 * Asks a server for its methods, by gRPC's server reflection of version 1, or of the older v1alpha,
 * whose messages are the same.
 */
public final class Reflection {
  private static final String OLDER =
      "grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo";
  private static final int MOST_FILES = 2_000;
  private static final int LONGEST_REASON = 200;

  private final Channel channel;
  private final long timeoutNs;
  private MethodDescriptor<ServerReflectionRequest, ServerReflectionResponse> method =
      ServerReflectionGrpc.getServerReflectionInfoMethod();

  /**
   * @param channel to the server, with what it wants to be sent
   * @param timeoutNs of each question
   */
  public Reflection(Channel channel, long timeoutNs) {
    this.channel = channel;
    this.timeoutNs = timeoutNs;
  }

  /**
   * Checks that the server answers, however.
   *
   * @throws StatusRuntimeException if it does not
   */
  public void ping() {
    try {
      ask(ServerReflectionRequest.newBuilder().setListServices("").build());
    } catch (FoliotException e) {
      // it answers, and has none
    }
  }

  /**
   * The methods of services.
   *
   * @param paths as in {@code /pkg.Service/Method}
   * @throws FoliotException if the server does not have them, with the remedy
   * @throws StatusRuntimeException if it does not answer
   */
  public GrpcMethods methods(Collection<String> paths) {
    Map<String, FileDescriptorProto> files = new LinkedHashMap<>();
    for (String service : paths.stream().map(GrpcMethods::service).distinct().toList()) {
      ServerReflectionResponse answer =
          ask(ServerReflectionRequest.newBuilder().setFileContainingSymbol(service).build());
      if (service.isEmpty() || answer.hasErrorResponse()) {
        throw GrpcMethods.unknownService(service, services());
      }
      take(answer, files);
    }
    Deque<String> missing = new ArrayDeque<>();
    for (FileDescriptorProto file : List.copyOf(files.values())) {
      missing.addAll(file.getDependencyList());
    }
    while (!missing.isEmpty() && files.size() < MOST_FILES) {
      String name = missing.remove();
      if (files.containsKey(name)) {
        continue;
      }
      int before = files.size();
      take(ask(ServerReflectionRequest.newBuilder().setFileByFilename(name).build()), files);
      files.values().stream()
          .skip(before)
          .forEach(file -> missing.addAll(file.getDependencyList()));
    }
    return GrpcMethods.of(files.values(), "the server's reflection");
  }

  private List<String> services() {
    return ask(ServerReflectionRequest.newBuilder().setListServices("").build())
        .getListServicesResponse()
        .getServiceList()
        .stream()
        .map(ServiceResponse::getName)
        .filter(name -> !name.startsWith("grpc.reflection."))
        .toList();
  }

  private static void take(
      ServerReflectionResponse answer, Map<String, FileDescriptorProto> files) {
    if (answer.getMessageResponseCase() != MessageResponseCase.FILE_DESCRIPTOR_RESPONSE) {
      throw failed(answer.getErrorResponse().getErrorMessage());
    }
    for (ByteString bytes : answer.getFileDescriptorResponse().getFileDescriptorProtoList()) {
      try {
        FileDescriptorProto file = FileDescriptorProto.parseFrom(bytes);
        files.putIfAbsent(file.getName(), file);
      } catch (InvalidProtocolBufferException e) {
        throw failed(String.valueOf(e.getMessage()));
      }
    }
  }

  private ServerReflectionResponse ask(ServerReflectionRequest question) {
    try {
      return once(question);
    } catch (StatusRuntimeException e) {
      // a server of HTTP that is none of gRPC ends in the same status
      boolean isHttp = String.valueOf(e.getStatus().getDescription()).contains("HTTP status code");
      boolean isUnknown = !isHttp && e.getStatus().getCode() == Status.Code.UNIMPLEMENTED;
      if (isUnknown && !method.getFullMethodName().equals(OLDER)) {
        method = method.toBuilder().setFullMethodName(OLDER).build();
        return ask(question);
      }
      if (isUnknown) {
        throw FoliotException.usage(
            "the server does not say its methods (no reflection): " + GrpcMethods.REMEDY);
      }
      if (!isHttp
          && e.getStatus().getCode() != Status.Code.UNAVAILABLE
          && e.getStatus().getCode() != Status.Code.DEADLINE_EXCEEDED
          && e.getStatus().getCause() == null) {
        throw failed(e.getStatus().getCode() + ", " + e.getStatus().getDescription());
      }
      throw e;
    }
  }

  private static FoliotException failed(String why) {
    return FoliotException.usage(
        "the server's reflection failed ("
            + Shown.text(why, LONGEST_REASON)
            + "): "
            + GrpcMethods.REMEDY);
  }

  private ServerReflectionResponse once(ServerReflectionRequest question) {
    CompletableFuture<ServerReflectionResponse> first = new CompletableFuture<>();
    StreamObserver<ServerReflectionRequest> asked =
        ClientCalls.asyncBidiStreamingCall(
            channel.newCall(
                method, CallOptions.DEFAULT.withDeadlineAfter(timeoutNs, TimeUnit.NANOSECONDS)),
            new StreamObserver<ServerReflectionResponse>() {
              @Override
              public void onNext(ServerReflectionResponse answer) {
                first.complete(answer);
              }

              @Override
              public void onError(Throwable trouble) {
                first.completeExceptionally(trouble);
              }

              @Override
              public void onCompleted() {
                first.completeExceptionally(
                    Status.INTERNAL.withDescription("no answer").asRuntimeException());
              }
            });
    asked.onNext(question);
    asked.onCompleted();
    try {
      return first.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof StatusRuntimeException status) {
        throw status;
      }
      throw e;
    }
  }
}
