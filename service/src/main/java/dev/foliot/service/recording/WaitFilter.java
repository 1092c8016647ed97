package dev.foliot.service.recording;

import dev.foliot.hotspot.flight.FlightEvent;
import dev.foliot.linux.proc.TcpPorts;
import dev.foliot.store.explain.StopKind;
import java.util.List;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;

/** Decides which recorded waits may have delayed a message. Immutable. */
sealed interface WaitFilter {
  /** Whether the stops of a thread may delay a message. */
  boolean isOf(RecordedThread thread);

  /** Whether a wait of such a thread may. */
  boolean counts(RecordedEvent event, WaitCode.Known.Judged in, StopKind kind);

  /** Whether a thread of a server served a request in this code. */
  boolean isServing(WaitCode code);

  /** The methods that led to it, as far as they tell the waits of a place apart. */
  String path(WaitCode code);

  /** Whether it is known for how long a thread runs slower after a deoptimisation. */
  boolean countsDeoptimisations();

  /** The filter for a load. */
  static WaitFilter of(RecordedLoad load) {
    return switch (load) {
      case RecordedLoad.OfFork fork -> new OfFork(fork.threads());
      case RecordedLoad.OfServer server -> new OfServer(server.ports());
    };
  }

  /**
   * A bench's fork. A wait counts where a message waited. One with no code of the task on its stack
   * is the harness's or an idle worker's. A thread of the task's own may park, sleep or read a
   * socket only because it has no work, so there these do not count.
   *
   * @param threads that served slow messages, by the JVM's numbers
   */
  record OfFork(Set<Long> threads) implements WaitFilter {
    private static final String BENCH = "dev.foliot.bench.";

    /** The harness waits for the next message, and its workers for work. */
    private static final List<String> HARNESS = List.of(BENCH, "dev.foliot.pool.");

    @Override
    public boolean isOf(RecordedThread thread) {
      return threads.contains(thread.getJavaThreadId());
    }

    @Override
    public boolean counts(RecordedEvent event, WaitCode.Known.Judged in, StopKind kind) {
      if (kind == StopKind.CLASS_LOADING) {
        return true;
      }
      String place = in.code().place();
      boolean isOfTask = !place.isEmpty() && HARNESS.stream().noneMatch(place::startsWith);
      return switch (kind) {
        case PARK, SLEEP, SOCKET_IO ->
            isOfTask && in.code().calls().stream().anyMatch(call -> call.startsWith(BENCH));
        default -> isOfTask;
      };
    }

    @Override
    public boolean isServing(WaitCode code) {
      return false;
    }

    @Override
    public String path(WaitCode code) {
      return "";
    }

    @Override
    public boolean countsDeoptimisations() {
      return true;
    }
  }

  /**
   * A server. A wait below a request handler of a common server counts. Without one on the stack
   * the attribution decides whether requests were slow at the time of such waits. Waits in the code
   * of common pools and event loops are those of idle threads. A socket counts where the server
   * opened the connection, and in a request also where nobody saw who did: otherwise it waits for
   * its client.
   *
   * @param ports of the server
   */
  record OfServer(TcpPorts ports) implements WaitFilter {
    /** The methods that call a request's code, by their beginnings. */
    private static final List<String> HANDLERS =
        List.of(
            "sun.net.httpserver.ServerImpl$Exchange.run",
            "jakarta.servlet.http.HttpServlet.service",
            "javax.servlet.http.HttpServlet.service",
            "org.apache.coyote.http11.Http11Processor.service",
            "org.apache.coyote.http2.StreamProcessor.process",
            "org.eclipse.jetty.server.Server.handle",
            "org.eclipse.jetty.server.HttpChannel.handle",
            "io.undertow.server.Connectors.executeRootHandler",
            "io.netty.channel.AbstractChannelHandlerContext.invokeChannelRead",
            "io.vertx.core.http.impl.Http1xServerConnection.handleMessage",
            // blocking code of a handler, on a worker thread
            "io.vertx.core.impl.ExecuteBlocking",
            "io.helidon.webserver.http1.Http1Connection.handle",
            "io.helidon.webserver.http2.Http2ServerStream.run",
            "org.springframework.web.reactive.DispatcherHandler.handle",
            "org.glassfish.grizzly.http.server.HttpHandler.runService",
            "com.linecorp.armeria.server.HttpServerHandler.",
            "io.grpc.internal.ServerImpl$JumpToApplicationThreadServerStreamListener",
            "akka.http.impl.engine.",
            "org.apache.pekko.http.impl.engine.");

    /** Where threads of common pools and event loops wait for work. */
    private static final List<String> IDLE =
        List.of(
            "dev.foliot.pool.",
            "org.apache.tomcat.util.threads.",
            "org.apache.tomcat.util.net.",
            "org.apache.catalina.core.ContainerBase",
            "org.eclipse.jetty.util.thread.",
            "org.eclipse.jetty.util.BlockingArrayQueue",
            "org.eclipse.jetty.io.",
            "org.jboss.threads.",
            "org.xnio.",
            "io.netty.util.concurrent.",
            "io.netty.channel.",
            "io.vertx.core.impl.",
            "reactor.core.scheduler.",
            "io.helidon.common.",
            "com.zaxxer.hikari.pool.HikariPool$HouseKeeper",
            "kotlinx.coroutines.scheduling.",
            "akka.dispatch.",
            "org.apache.pekko.dispatch.");

    @Override
    public boolean isOf(RecordedThread thread) {
      return thread.getJavaThreadId() > 0 && !FlightEvent.isOfRecorder(thread);
    }

    @Override
    public boolean counts(RecordedEvent event, WaitCode.Known.Judged in, StopKind kind) {
      if (kind == StopKind.SOCKET_IO) {
        int port = event.getInt("port");
        return !ports.accepted().contains(port) && (ports.opened().contains(port) || in.serving());
      }
      if (kind == StopKind.CLASS_LOADING || in.serving()) {
        return true;
      }
      String place = in.code().place();
      return !place.isEmpty() && IDLE.stream().noneMatch(place::startsWith);
    }

    @Override
    public boolean isServing(WaitCode code) {
      return code.calls().stream().anyMatch(call -> HANDLERS.stream().anyMatch(call::startsWith));
    }

    /**
     * Without it a method as {@code Sleep.quietly} mixes the waits of requests with those of other
     * threads. A request is known by its stack, so it needs none.
     */
    @Override
    public String path(WaitCode code) {
      return isServing(code) ? "" : String.join(" ", code.calls());
    }

    /** Which of the requests ran slower is unknown. */
    @Override
    public boolean countsDeoptimisations() {
      return false;
    }
  }
}
