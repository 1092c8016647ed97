package shop;

import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;

/** Each order waits, on a virtual thread unless the build says otherwise. */
@Path("/orders")
@RunOnVirtualThread
public class Shop {
  @GET
  @Path("/{id}")
  public String order(@PathParam("id") int id) throws InterruptedException {
    Thread.sleep(200);
    return "order " + id;
  }
}
