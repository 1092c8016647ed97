package plants;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.eclipse.jetty.server.CustomRequestLog;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.RequestLogWriter;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;

/** Jetty, with its request log. */
public final class OnJetty implements Server {
  @Override
  public int start(Orders orders, Path log) throws Exception {
    org.eclipse.jetty.server.Server server = new org.eclipse.jetty.server.Server();
    ServerConnector connector = new ServerConnector(server);
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    server.setRequestLog(
        new CustomRequestLog(
            new RequestLogWriter(log.toString()), "%{yyyy-MM-dd'T'HH:mm:ss.SSSXXX}t \"%r\" %s %D"));
    server.setHandler(
        new Handler.Abstract() {
          @Override
          public boolean handle(Request request, Response response, Callback callback)
              throws Exception {
            String text = orders.answer(request.getHttpURI().getPath());
            response.write(true, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), callback);
            return true;
          }
        });
    server.start();
    return connector.getLocalPort();
  }
}
