package dev.foliot.checks.servers;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;

/** The shop under Jetty, with HTTP/1.1 and HTTP/2 on one port. */
final class JettyShop implements ShopServer {
  private static final int CREATED = 201;
  private static final int FOUND = 302;
  private static final int UNAUTHORIZED = 401;

  private final Server server = new Server();
  private final ServerConnector connector;
  private final AtomicInteger sessions = new AtomicInteger();

  JettyShop() throws Exception {
    HttpConfiguration config = new HttpConfiguration();
    connector =
        new ServerConnector(
            server, new HttpConnectionFactory(config), new HTTP2CServerConnectionFactory(config));
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    server.setHandler(new Shop());
    server.start();
  }

  @Override
  public int port() {
    return connector.getLocalPort();
  }

  @Override
  public int sessions() {
    return sessions.get();
  }

  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private final class Shop extends Handler.Abstract {
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
      String path = Request.getPathInContext(request);
      if (path.equals("/login")) {
        String number = Integer.toString(sessions.incrementAndGet());
        Response.addCookie(
            response, HttpCookie.build("session", "t" + number).path("/").httpOnly(true).build());
        response.setStatus(CREATED);
        response.getHeaders().put(HttpHeader.LOCATION, "/cart/" + number);
        Content.Sink.write(response, true, "{\"token\": \"t" + number + "\"}", callback);
      } else if (path.equals("/moved")) {
        response.setStatus(FOUND);
        response.getHeaders().put(HttpHeader.LOCATION, "/here");
        callback.succeeded();
      } else if (path.equals("/binary")) {
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/octet-stream");
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, BINARY.length);
        response.write(true, ByteBuffer.wrap(BINARY), callback);
      } else if (path.startsWith("/cart/")) {
        cart(path.substring("/cart/".length()), request, response, callback);
      } else {
        Content.Sink.write(response, true, "here", callback);
      }
      return true;
    }

    private static void cart(String number, Request request, Response response, Callback callback) {
      List<HttpCookie> cookies = Request.getCookies(request);
      boolean isKnown =
          cookies.size() == 1
              && cookies.getFirst().getValue().equals(request.getHeaders().get("X-Token"));
      if (!isKnown) {
        response.setStatus(UNAUTHORIZED);
      }
      Content.Sink.write(response, true, isKnown ? "cart of " + number : "who?", callback);
    }
  }
}
