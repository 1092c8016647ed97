package dev.foliot.examples.openliberty;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/**
 * A servlet as many are: each request asks another system over HTTP, whose URL is in the
 * environment, and its thread waits for the answer. {@code /health} asks nobody.
 */
@WebServlet({"/orders/*", "/health"})
public final class OrderServlet extends HttpServlet {
  private static final long serialVersionUID = 1;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.setContentType("application/json");
    if (request.getServletPath().equals("/health")) {
      response.getWriter().print("{\"up\":true}");
      return;
    }
    boolean available = answer().contains("\"yes\"");
    response.getWriter().print("{\"available\":" + available + "}");
  }

  private static String answer() throws IOException {
    URI url = URI.create(System.getenv("REMOTE_URL") + "/answer");
    HttpURLConnection connection = (HttpURLConnection) url.toURL().openConnection();
    try (InputStream in = connection.getInputStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
