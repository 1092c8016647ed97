package plants;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.catalina.valves.AccessLogValve;

/** Tomcat, with its access log valve. */
public final class OnTomcat implements Server {
  @Override
  public int start(Orders orders, Path log) throws Exception {
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(log.getParent().toString());
    Connector connector = new Connector();
    connector.setPort(0);
    connector.setProperty("address", "127.0.0.1");
    tomcat.setConnector(connector);
    AccessLogValve valve = new AccessLogValve();
    valve.setDirectory(log.getParent().toString());
    valve.setPrefix("access");
    valve.setSuffix(".log");
    valve.setFileDateFormat("");
    valve.setRotatable(false);
    valve.setPattern("%{begin:yyyy-MM-dd'T'HH:mm:ss.SSSXXX}t \"%r\" %s %D");
    tomcat.getHost().getPipeline().addValve(valve);
    Context context = tomcat.addContext("", log.getParent().toString());
    Tomcat.addServlet(context, "orders", new OrdersServlet(orders)).addMapping("/");
    tomcat.start();
    return connector.getLocalPort();
  }

  private static final class OrdersServlet extends HttpServlet {
    private static final long serialVersionUID = 1;
    private final transient Orders orders;

    OrdersServlet(Orders orders) {
      this.orders = orders;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.getWriter().write(orders.answer(request.getRequestURI()));
    }
  }
}
