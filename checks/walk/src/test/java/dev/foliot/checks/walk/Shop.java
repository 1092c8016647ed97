package dev.foliot.checks.walk;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http2.Http2Protocol;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;

/** The server of the docs: HTTP/1.1 and HTTP/2, with TLS and on a Unix socket where it is asked. */
public final class Shop {
  private Shop() {}

  /**
   * Serves until it is killed; prints its ports.
   *
   * @param arguments {@code --port=N} (0 for a free one), {@code --keys=FILE}, {@code
   *     --socket=PATH}
   */
  public static void main(String[] arguments) throws Exception {
    Map<String, String> options = new HashMap<>();
    for (String argument : arguments) {
      String[] parts = argument.split("=", 2);
      options.put(parts[0], parts[1]);
    }
    Path folder = Files.createTempDirectory("shop");
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(folder.toString());
    Connector plain = connector(Integer.parseInt(options.getOrDefault("--port", "0")));
    tomcat.setConnector(plain);
    Context context = tomcat.addContext("", folder.toString());
    Tomcat.addServlet(context, "shop", new Orders()).addMapping("/");
    String keys = options.get("--keys");
    Connector secure = connector(0);
    if (keys != null) {
      secure.setSecure(true);
      secure.setScheme("https");
      secure.setProperty("SSLEnabled", "true");
      SSLHostConfig tls = new SSLHostConfig();
      SSLHostConfigCertificate certificate =
          new SSLHostConfigCertificate(tls, SSLHostConfigCertificate.Type.EC);
      certificate.setCertificateKeystoreFile(keys);
      certificate.setCertificateKeystorePassword(Stage.PASSWORD);
      tls.addCertificate(certificate);
      secure.addSslHostConfig(tls);
      tomcat.getService().addConnector(secure);
    }
    String socket = options.get("--socket");
    if (socket != null) {
      Connector local = new Connector();
      local.setProperty("unixDomainSocketPath", socket);
      tomcat.getService().addConnector(local);
    }
    tomcat.start();
    System.out.println("http " + plain.getLocalPort());
    System.out.println("https " + secure.getLocalPort());
    System.out.println("ready");
    System.out.flush();
    new CountDownLatch(1).await();
  }

  private static Connector connector(int port) {
    Connector connector = new Connector();
    connector.setPort(port);
    connector.setProperty("address", "127.0.0.1");
    connector.addUpgradeProtocol(new Http2Protocol());
    return connector;
  }

  private static final class Orders extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      request.getInputStream().readAllBytes();
      response.setStatus(HttpServletResponse.SC_CREATED);
      response.setHeader("Location", "/cart/1");
      response.getWriter().write("{\"token\": \"t1\", \"state\": \"ok\"}");
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      if (request.getRequestURI().equals("/old")) {
        response.sendRedirect("/orders");
      } else if (request.getRequestURI().equals("/broken")) {
        response.sendError(HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
      } else if (request.getRequestURI().equals("/events")) {
        response.setContentType("text/event-stream");
        for (int i = 0; i < 10; i++) {
          response.getWriter().write("data: " + i + "\n\n");
        }
      } else {
        response.getWriter().write("ok");
      }
    }
  }
}
