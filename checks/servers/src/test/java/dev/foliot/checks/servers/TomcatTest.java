package dev.foliot.checks.servers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.pool.AdaptivePool;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tomcat's requests run in the pool, the executor of its connector. */
final class TomcatTest {
  @TempDir private Path folder;

  @Test
  void shouldRunAllRequestsOfTomcatAtOnce() throws Exception {
    AdaptivePool pool = AdaptivePool.builder().name("tomcat-pool").platform();
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(folder.toString());
    Connector connector = new Connector();
    connector.setPort(0);
    connector.setProperty("address", "127.0.0.1");
    connector.getProtocolHandler().setExecutor(pool);
    tomcat.setConnector(connector);
    Context context = tomcat.addContext("", folder.toString());
    Tomcat.addServlet(context, "gate", new GateServlet()).addMapping("/gate");
    try {
      tomcat.start();
      assertThat(Requests.atOnce(Gate.REQUESTS, connector.getLocalPort(), "/gate"))
          .hasSize(Gate.REQUESTS)
          .doesNotHaveDuplicates()
          .allMatch(thread -> thread.startsWith("tomcat-pool"));
      assertThat(pool.snapshot().resizes()).isNotEmpty();
    } finally {
      tomcat.stop();
      tomcat.destroy();
      pool.close();
    }
    Threads.awaitNone("tomcat-pool", "http-nio", "Catalina");
  }

  private static final class GateServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    private final transient Gate gate = new Gate();

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.getWriter().write(gate.pass());
    }
  }
}
