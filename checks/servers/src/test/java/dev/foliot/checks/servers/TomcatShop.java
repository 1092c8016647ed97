package dev.foliot.checks.servers;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http2.Http2Protocol;

/** The shop under Tomcat, with HTTP/1.1 and HTTP/2 on one port. */
final class TomcatShop implements ShopServer {
  private final Tomcat tomcat = new Tomcat();
  private final Connector connector = new Connector();
  private final ShopServlet servlet = new ShopServlet();

  TomcatShop(Path folder) throws Exception {
    tomcat.setBaseDir(folder.toString());
    connector.setPort(0);
    connector.setProperty("address", "127.0.0.1");
    connector.addUpgradeProtocol(new Http2Protocol());
    tomcat.setConnector(connector);
    Context context = tomcat.addContext("", folder.toString());
    Tomcat.addServlet(context, "shop", servlet).addMapping("/");
    tomcat.start();
  }

  @Override
  public int port() {
    return connector.getLocalPort();
  }

  @Override
  public int sessions() {
    return servlet.sessions.get();
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

  private static final class ShopServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    private final AtomicInteger sessions = new AtomicInteger();

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      int number = sessions.incrementAndGet();
      request.getSession(true).setAttribute("token", "t" + number);
      response.setStatus(HttpServletResponse.SC_CREATED);
      response.setHeader("Location", "/cart/" + number);
      response.getWriter().write("{\"token\": \"t" + number + "\"}");
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      String path = request.getRequestURI();
      if (path.equals("/moved")) {
        response.sendRedirect("/here");
      } else if (path.equals("/binary")) {
        response.setContentType("application/octet-stream");
        response.setContentLength(BINARY.length);
        response.getOutputStream().write(BINARY);
      } else if (path.startsWith("/cart/")) {
        HttpSession session = request.getSession(false);
        if (session == null
            || !String.valueOf(session.getAttribute("token"))
                .equals(request.getHeader("X-Token"))) {
          response.sendError(HttpServletResponse.SC_UNAUTHORIZED);
        } else {
          response.getWriter().write("cart of " + path.substring("/cart/".length()));
        }
      } else {
        response.getWriter().write("here");
      }
    }
  }
}
