package dev.foliot.checks.servers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.pool.AdaptivePool;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;

/**
 * Jetty's requests run in the pool, through an adapter for its own interface. Jetty runs its
 * selectors in the pool too, as endless tasks: here there is a single one, and a minimum of two
 * leaves room for a request.
 */
final class JettyTest {
  @Test
  void shouldRunAllRequestsOfJettyAtOnce() throws Exception {
    AdaptivePool pool = AdaptivePool.builder().name("jetty-pool").minimum(2).platform();
    Server server = new Server(new AdaptiveThreadPool(pool));
    // No acceptor threads, because the selector accepts, and one selector.
    ServerConnector connector =
        new ServerConnector(server, null, null, null, 0, 1, new HttpConnectionFactory());
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    server.setHandler(new GateHandler());
    try {
      server.start();
      assertThat(Requests.atOnce(Gate.REQUESTS, connector.getLocalPort(), "/gate"))
          .hasSize(Gate.REQUESTS)
          .doesNotHaveDuplicates()
          .allMatch(thread -> thread.startsWith("jetty-pool"));
      // the selector needs a thread, too; the pool may have shrunk by now
      assertThat(pool.snapshot().resizes())
          .anySatisfy(resize -> assertThat(resize.to()).isGreaterThan(Gate.REQUESTS));
      assertThat(server.getThreadPool().getThreads()).isPositive();
    } finally {
      server.stop();
    }
    assertThat(pool.isTerminated()).isTrue();
    server.join();
    Threads.awaitNone("jetty-pool", "qtp", "Session-Scheduler", "Scheduler");
  }

  private static final class GateHandler extends Handler.Abstract {
    private final Gate gate = new Gate();

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
      Content.Sink.write(response, true, gate.pass(), callback);
      return true;
    }
  }
}
