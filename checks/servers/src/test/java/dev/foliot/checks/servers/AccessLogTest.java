package dev.foliot.checks.servers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.watch.requests.AccessFormat;
import dev.foliot.watch.requests.AccessRequest;
import io.undertow.Undertow;
import io.undertow.UndertowOptions;
import io.undertow.server.handlers.BlockingHandler;
import io.undertow.server.handlers.accesslog.AccessLogHandler;
import io.undertow.server.handlers.accesslog.DefaultAccessLogReceiver;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.catalina.valves.AccessLogValve;
import org.eclipse.jetty.server.CustomRequestLog;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.RequestLogWriter;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Access logs as real servers write them. A request takes some seconds, longer than the resolution
 * of a log: so a moment of the end that is taken for one of the start, and a duration of the wrong
 * unit, do not fit what the client saw.
 */
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
final class AccessLogTest {
  private static final long MS = 1_000_000;
  private static final long HELD_MS = 2_500;
  private static final String COMMON = "%h %l %u %t \"%r\" %s %b";
  private static final String COMBINED = COMMON + " \"%{i,Referer}\" \"%{i,User-Agent}\"";

  @TempDir private Path folder;

  /** A server with a log. */
  private interface Logging extends AutoCloseable {
    int port();

    @Override
    void close();
  }

  private static void hold() {
    try {
      Thread.sleep(HELD_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Path log() {
    return folder.resolve("access.log");
  }

  private Logging tomcat(String pattern) throws Exception {
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(folder.toString());
    // beans of several servers in one JVM have names by it
    tomcat.getEngine().setName(folder.getFileName().toString());
    Connector connector = new Connector();
    connector.setPort(0);
    connector.setProperty("address", "127.0.0.1");
    tomcat.setConnector(connector);
    AccessLogValve valve = new AccessLogValve();
    valve.setDirectory(folder.toString());
    valve.setPrefix("access");
    valve.setSuffix(".log");
    valve.setFileDateFormat("");
    valve.setPattern(pattern);
    valve.setBuffered(false);
    tomcat.getHost().getPipeline().addValve(valve);
    Context context = tomcat.addContext("", folder.toString());
    Tomcat.addServlet(context, "held", new Held()).addMapping("/");
    tomcat.start();
    return new Logging() {
      @Override
      public int port() {
        return connector.getLocalPort();
      }

      @Override
      public void close() {
        try {
          tomcat.stop();
          tomcat.destroy();
        } catch (LifecycleException e) {
          throw new IllegalStateException(e);
        }
      }
    };
  }

  private static final class Held extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      hold();
      response.setStatus(503);
      response.getWriter().write("late");
    }
  }

  private Logging jetty(String pattern) throws Exception {
    Server server = new Server();
    ServerConnector connector = new ServerConnector(server);
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    server.setRequestLog(new CustomRequestLog(new RequestLogWriter(log().toString()), pattern));
    server.setHandler(
        new Handler.Abstract() {
          @Override
          public boolean handle(Request request, Response response, Callback callback) {
            hold();
            response.setStatus(503);
            response.write(true, ByteBuffer.wrap(new byte[] {'l'}), callback);
            return true;
          }
        });
    server.start();
    return new Logging() {
      @Override
      public int port() {
        return connector.getLocalPort();
      }

      @Override
      public void close() {
        try {
          server.stop();
        } catch (Exception e) {
          throw new IllegalStateException(e);
        }
      }
    };
  }

  private Logging undertow(String pattern) {
    ExecutorService writing = Executors.newSingleThreadExecutor();
    DefaultAccessLogReceiver receiver =
        DefaultAccessLogReceiver.builder()
            .setLogWriteExecutor(writing)
            .setOutputDirectory(folder)
            .setLogBaseName("access.")
            .setLogNameSuffix("log")
            .setRotate(false)
            .build();
    Undertow server =
        Undertow.builder()
            .addHttpListener(0, "127.0.0.1")
            .setServerOption(UndertowOptions.RECORD_REQUEST_START_TIME, true)
            .setHandler(
                new AccessLogHandler(
                    new BlockingHandler(exchange -> {
                      hold();
                      exchange.setStatusCode(503);
                      exchange.getResponseSender().send("late");
                    }),
                    receiver,
                    pattern,
                    AccessLogTest.class.getClassLoader()))
            .build();
    server.start();
    return new Logging() {
      @Override
      public int port() {
        return ((java.net.InetSocketAddress) server.getListenerInfo().getFirst().getAddress())
            .getPort();
      }

      @Override
      public void close() {
        server.stop();
        writing.close();
        try {
          receiver.close();
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    };
  }

  private Logging start(String server, String pattern) throws Exception {
    return switch (server) {
      case "tomcat" -> tomcat(pattern);
      case "jetty" -> jetty(pattern);
      case "undertow" -> undertow(pattern);
      default -> throw new IllegalArgumentException(server);
    };
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '^',
      value = {
        "tomcat^common %D^1000",
        "tomcat^%h %l %u %t \"%r\" %s %b \"%{Referer}i\" \"%{User-Agent}i\" %D^1000",
        "tomcat^%{begin:yyyy-MM-dd'T'HH:mm:ss.SSSXXX}t %m %U %s %{ms}T^1",
        "tomcat^%{end:msec}t \"%r\" %s %D \"%{traceparent}i\"^1",
        "tomcat^%{begin:msec}t %I \"%r\" %s %{us}T^1",
        "tomcat^%{yyyy-MM-dd HH:mm:ss,SSS Z}t \"%r\" %s %T^1",
        "tomcat^%h %l %u [%{dd/MMM/yyyy:HH:mm:ss.SSS Z}t] \"%r\" %s %b %D^1",
        "jetty^%{client}a - %u %t \"%r\" %s %O \"%{Referer}i\" \"%{User-Agent}i\" %D^1000",
        "jetty^%{yyyy-MM-dd'T'HH:mm:ss.SSSXXX|UTC}t %m %U %s %D^1",
        "jetty^%{yyyy-MM-dd'T'HH:mm:ss.SSSXXX}t \"%r\" %s %{ms}T^1",
        "undertow^common %D^1000",
        "undertow^combined %D^1000",
        "undertow^%h %t \"%r\" %s %T^1000",
        "undertow^%{time,yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %m %U %s %D^1",
      })
  void shouldReadWhatTheServerWrites(String server, String pattern, long resolutionMs)
      throws Exception {
    AccessFormat format = AccessFormat.of(server + " " + pattern);
    // names of patterns are known to the server only where nothing follows them
    String written = pattern.replaceFirst("^combined", COMBINED).replaceFirst("^common", COMMON);
    long fromNs;
    long answeredNs;
    try (Logging logging = start(server, written);
        HttpClient client = HttpClient.newHttpClient()) {
      URI uri = URI.create("http://127.0.0.1:" + logging.port() + "/orders/17?card=4111");
      fromNs = System.currentTimeMillis() * MS;
      HttpResponse<String> answer =
          client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
      answeredNs = (System.currentTimeMillis() + 1) * MS;
      assertThat(answer.statusCode()).isEqualTo(503);
      // it is written after the answer, and a server that ends may forget it
      while (!Files.exists(log()) || Files.size(log()) == 0) {
        Thread.onSpinWait();
      }
    }
    // servers may end a request after its answer
    long endedNs = System.currentTimeMillis() * MS;
    List<String> lines = Files.readAllLines(log());
    assertThat(lines).hasSize(1);
    String line = lines.getFirst();
    AccessRequest request =
        format.parse(line).orElseThrow(() -> new AssertionError("not read: " + line));

    assertThat(request.route()).as(line).isEqualTo("GET /orders/{id}");
    assertThat(request.status()).as(line).isEqualTo(503);
    assertThat(request.errorNs()).as(line).isEqualTo(resolutionMs * MS);
    // a log with seconds for the duration has whole ones
    long unitNs = line.endsWith(" 2") || line.endsWith(" 3") ? 1_000 * MS : 2 * MS;
    assertThat(request.lengthNs())
        .as(line)
        .isBetween(HELD_MS * MS - unitNs, endedNs - fromNs + unitNs);
    assertThat(request.startNs())
        .as(line)
        .isBetween(
            fromNs - request.errorNs() - unitNs,
            answeredNs - HELD_MS * MS + request.errorNs() + unitNs);
  }
}
