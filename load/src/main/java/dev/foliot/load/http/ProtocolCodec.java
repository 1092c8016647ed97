package dev.foliot.load.http;

import dev.foliot.load.LoadPlan;
import dev.foliot.load.RequestTemplate;
import java.util.List;

/**
 * How a protocol is spoken: the form of its requests, and the connections that carry them.
 *
 * <p>What a plan must know of it is in {@link dev.foliot.load.Protocol}.
 */
sealed interface ProtocolCodec {
  /**
   * The one of a plan.
   *
   * @throws dev.foliot.text.FoliotException if the methods of gRPC are not to be had
   */
  static ProtocolCodec of(LoadPlan plan) {
    return switch (plan.sending().protocol()) {
      case HTTP_1 -> new Http1();
      case HTTP_2 -> new Http2();
      case GRPC -> new Grpc(GrpcService.of(plan));
    };
  }

  /**
   * A request in its form.
   *
   * @param variables the names of the values that its user captures
   */
  RequestForm form(RequestTemplate template, List<String> variables, LoadPlan plan);

  /** Whether it is gRPC's, whose answers are messages. */
  default boolean isGrpc() {
    return false;
  }

  /** A connection that is not opened yet. */
  Connection connection(ConnectionPool pool, int number);

  /** Of HTTP/1.1. */
  record Http1() implements ProtocolCodec {
    @Override
    public RequestForm form(RequestTemplate template, List<String> variables, LoadPlan plan) {
      return new Http1Form(template, variables, plan);
    }

    @Override
    public Connection connection(ConnectionPool pool, int number) {
      return new Http1Connection(pool, number);
    }
  }

  /** Of HTTP/2. */
  record Http2() implements ProtocolCodec {
    @Override
    public RequestForm form(RequestTemplate template, List<String> variables, LoadPlan plan) {
      return new Http2Form(template, variables, plan);
    }

    @Override
    public Connection connection(ConnectionPool pool, int number) {
      return new Http2Connection(pool, number);
    }
  }

  /**
   * Of gRPC.
   *
   * @param service knows its methods
   */
  record Grpc(GrpcService service) implements ProtocolCodec {
    @Override
    public RequestForm form(RequestTemplate template, List<String> variables, LoadPlan plan) {
      return new GrpcForm(template, variables, plan, service);
    }

    @Override
    public boolean isGrpc() {
      return true;
    }

    @Override
    public Connection connection(ConnectionPool pool, int number) {
      return new GrpcConnection(pool, number);
    }
  }
}
