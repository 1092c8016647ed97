package shop;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Each order waits, on the threads of the server. */
@WebServlet("/orders/*")
public class Shop extends HttpServlet {
  private static final long serialVersionUID = 1;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    try {
      Thread.sleep(200);
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
    response.getWriter().print("order " + request.getPathInfo());
  }
}
