package dev.foliot.load.http;

import dev.foliot.load.Check;
import dev.foliot.load.Draw;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.RequestTemplate;
import dev.foliot.load.Template;
import dev.foliot.load.TraceParent;
import dev.foliot.load.grpc.GrpcMethod;
import dev.foliot.load.grpc.GrpcMethod.BadMessageException;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import io.grpc.KnownLength;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.netty.buffer.ByteBuf;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A request in the form of gRPC: a method, its metadata and a message. Immutable. */
final class GrpcForm implements RequestForm {
  private static final int LONGEST_REASON = 300;
  private static final String BINARY = Metadata.BINARY_HEADER_SUFFIX;
  private static final Metadata.Key<String> TRACE_PARENT =
      Metadata.Key.of(TraceParent.HEADER, Metadata.ASCII_STRING_MARSHALLER);
  private static final String OURS = "grpc-";

  /** Messages stay bytes: they are made before, or looked at if someone asks for it. */
  private static final MethodDescriptor.Marshaller<byte[]> BYTES =
      new MethodDescriptor.Marshaller<>() {
        @Override
        public InputStream stream(byte[] message) {
          return new KnownBytes(message);
        }

        @Override
        public byte[] parse(InputStream message) {
          try {
            return message.readAllBytes();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        }
      };

  private final GrpcMethod method;
  private final MethodDescriptor<byte[], byte[]> call;
  private final byte @Nullable [] message;
  private final boolean traces;
  private final List<NamedTemplate> metadata = new ArrayList<>();

  private record NamedTemplate(String name, Template value) {
    void put(Metadata into, String text) {
      if (name.endsWith(BINARY)) {
        into.put(
            Metadata.Key.of(name, Metadata.BINARY_BYTE_MARSHALLER),
            Base64.getDecoder().decode(text));
      } else {
        into.put(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER), text);
      }
    }
  }

  private static final class KnownBytes extends ByteArrayInputStream implements KnownLength {
    private KnownBytes(byte[] bytes) {
      super(bytes);
    }
  }

  /**
   * Checks the request against its method.
   *
   * @throws FoliotException if it cannot be sent, with the remedy
   */
  GrpcForm(RequestTemplate template, List<String> variables, LoadPlan plan, GrpcService service) {
    traces = plan.execution().traces();
    method = service.method(template.path());
    String name = template.path().substring(1);
    call =
        MethodDescriptor.newBuilder(BYTES, BYTES)
            .setType(method.isStreaming() ? MethodType.SERVER_STREAMING : MethodType.UNARY)
            .setFullMethodName(name)
            .build();
    if (template.checks().stream().anyMatch(Check.Status.class::isInstance)) {
      throw FoliotException.usage(
          Shown.text(name) + ": a call of gRPC is expected to be OK: leave the status check out");
    }
    if (template.events() != null && !method.isStreaming()) {
      throw FoliotException.usage(
          Shown.text(name) + " answers with one message: events are of a stream, leave them out");
    }
    String json = template.body() == null ? "{}" : template.body();
    Template body = Template.ofBody(json, variables);
    byte[] first = new byte[0];
    try {
      first = method.bytes(GrpcService.first(body));
    } catch (BadMessageException e) {
      // a captured value may be anything
      if (variables.isEmpty()) {
        throw FoliotException.usage(
            "the message of "
                + Shown.text(name)
                + " is not a "
                + Shown.text(method.descriptor().getInputType().getFullName())
                + " in JSON ("
                + Shown.text(e.getMessage(), LONGEST_REASON)
                + "): give it with -d, as in -d '{\"id\":7}'");
      }
    }
    message = body.fixedOrNull() == null ? null : first;
    template.headers().forEach((key, value) -> metadata.add(metadata(key, value, variables)));
  }

  private static NamedTemplate metadata(String name, String value, List<String> variables) {
    NamedTemplate one =
        new NamedTemplate(name.toLowerCase(Locale.ROOT), Template.ofHeader(value, variables));
    try {
      if (one.name().startsWith(OURS)) {
        throw new IllegalArgumentException("gRPC's own names are reserved");
      }
      one.put(new Metadata(), GrpcService.first(one.value()));
    } catch (IllegalArgumentException e) {
      throw FoliotException.usage(
          "the metadata "
              + Shown.text(name)
              + " cannot be sent ("
              + Shown.text(e.getMessage(), LONGEST_REASON)
              + "): give name: value, for a name that ends in -bin in base 64");
    }
    return one;
  }

  /** The metadata of a plan's first request, as far as it is the same in each. */
  static Metadata fixed(LoadPlan plan) {
    Metadata fixed = new Metadata();
    GrpcService.templates(plan)
        .findFirst()
        .ifPresent(first ->
            first
                .headers()
                .forEach((name, value) -> {
                  if (!value.contains("${")) {
                    metadata(name, value, List.of()).put(fixed, value);
                  }
                }));
    return fixed;
  }

  /** The values of a name in an answer's metadata. */
  static List<String> values(Metadata of, String name) {
    List<String> values = new ArrayList<>();
    if (!name.endsWith(BINARY)) {
      Iterable<String> all = of.getAll(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER));
      if (all != null) {
        all.forEach(values::add);
      }
    }
    return values;
  }

  GrpcMethod method() {
    return method;
  }

  /** The call of its method. */
  MethodDescriptor<byte[], byte[]> call() {
    return call;
  }

  /** The metadata of a request. */
  Metadata metadata(Draw draw, @Nullable SequenceUser user, ByteBuf scratch) {
    Metadata all = new Metadata();
    for (int i = 0; i < metadata.size(); i++) {
      scratch.clear();
      metadata.get(i).value().write(scratch, draw.forHeader(i), user);
      metadata.get(i).put(all, scratch.toString(StandardCharsets.US_ASCII));
    }
    if (traces) {
      all.put(TRACE_PARENT, TraceParent.of(draw));
    }
    return all;
  }

  /**
   * The message of a request.
   *
   * @throws BadMessageException if its placeholders make it none
   */
  byte[] message(Request request, Draw draw, @Nullable SequenceUser user, ByteBuf scratch)
      throws BadMessageException {
    byte[] same = message;
    if (same != null) {
      return same;
    }
    scratch.clear();
    request.writeBody(scratch, draw, user);
    return method.bytes(scratch.toString(StandardCharsets.UTF_8));
  }
}
