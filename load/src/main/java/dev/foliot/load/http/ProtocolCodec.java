package dev.foliot.load.http;

import dev.foliot.load.LoadPlan;
import dev.foliot.load.Protocol;
import dev.foliot.load.RequestTemplate;
import java.util.List;

/**
 * How a protocol is spoken: the form of its requests, and the connections that carry them.
 *
 * <p>What a plan must know of it is in {@link Protocol}.
 */
sealed interface ProtocolCodec {
  /** The one of a protocol. */
  static ProtocolCodec of(Protocol protocol) {
    return switch (protocol) {
      case HTTP_1 -> new Http1();
      case HTTP_2 -> new Http2();
    };
  }

  /**
   * A request in its form.
   *
   * @param variables the names of the values that its user captures
   */
  RequestForm form(RequestTemplate template, List<String> variables, LoadPlan plan);

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
}
