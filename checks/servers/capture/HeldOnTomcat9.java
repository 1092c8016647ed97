import java.io.File;
import java.io.IOException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.catalina.valves.AccessLogValve;

/** Tomcat 9 with an access log: {@code HeldOnTomcat9 PORT LOG PATTERN}. Orders take 2.5 s. */
public final class HeldOnTomcat9 {
  private HeldOnTomcat9() {}

  /** Serves until it is ended. */
  public static void main(String[] args) throws Exception {
    File log = new File(args[1]);
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(log.getParent());
    Connector connector = new Connector();
    connector.setPort(Integer.parseInt(args[0]));
    connector.setProperty("address", "127.0.0.1");
    tomcat.setConnector(connector);
    AccessLogValve valve = new AccessLogValve();
    valve.setDirectory(log.getParent());
    valve.setPrefix(log.getName());
    valve.setFileDateFormat("");
    valve.setBuffered(false);
    valve.setPattern(args[2]);
    tomcat.getHost().getPipeline().addValve(valve);
    Context context = tomcat.addContext("", log.getParent());
    Tomcat.addServlet(context, "held", new Held()).addMapping("/");
    tomcat.start();
    tomcat.getServer().await();
  }

  private static final class Held extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      boolean isOrder = request.getRequestURI().startsWith("/orders/");
      try {
        Thread.sleep(isOrder ? 2_500 : 0);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      response.setStatus(isOrder ? 503 : 200);
      response.getWriter().write("late");
    }
  }
}
