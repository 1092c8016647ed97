package dev.foliot.apps.service;

import dev.foliot.apps.json.JsonWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;

/**
 * Native memory behind promoted objects, on request: {@code POST /hold?mb=200}.
 *
 * <p>A direct buffer is a small object on the heap and a large block beside it, which is given back
 * when the object is collected. What survives a few young collections is promoted, and then stays
 * until the old generation is collected, though nobody uses it any more: the process is larger than
 * its heap and nothing on the heap looks like it. That is the difference between arms that the
 * study of Open Liberty met, and here it is made to order: the buffers are allocated and written
 * to, a full collection promotes them, and then they are dropped. With {@code reachable=true} they
 * are kept until {@code DELETE /hold}, which drops them too. Neither gives memory back: that is for
 * the next collection of the old generation.
 *
 * <p>A full collection, since it promotes what lives at once in every collector of HotSpot, where
 * young collections would have to be waited for. With {@code -XX:+DisableExplicitGC} nothing is
 * promoted.
 *
 * <p>Thread-safe; runs on a thread of its own, since it stops all others anyway.
 */
public final class Hold {
  private static final int BUFFER_BYTES = 64 * 1024;
  private static final int BUFFERS_A_MB = (1 << 20) / BUFFER_BYTES;

  private final ExecutorService thread;
  private volatile List<ByteBuffer> kept = List.of();

  /** Works on that thread. */
  public Hold(ExecutorService thread) {
    this.thread = thread;
  }

  /** These routes and its own. */
  public Routes addedTo(Routes routes) {
    return routes
        .with("POST", "/hold", later(this::hold))
        .with("DELETE", "/hold", later(request -> drop()));
  }

  private Endpoint later(Operation operation) {
    return (request, reply) ->
        thread.execute(() -> Endpoint.onLoop(operation).serve(request, reply));
  }

  private Answer hold(Request request) throws RefusedException {
    Request.Query query = request.query(Set.of("mb", "reachable"));
    Optional<String> mb = query.value("mb");
    if (mb.isEmpty() || !mb.get().matches("[1-9][0-9]{0,4}")) {
      throw new RefusedException(400, "bad_query", "'mb' is a number from 1 to 99999");
    }
    String reachable = query.value("reachable").orElse("false");
    if (!Set.of("true", "false").contains(reachable)) {
      throw new RefusedException(400, "bad_query", "'reachable' is true or false");
    }
    int buffers = Integer.parseInt(mb.get()) * BUFFERS_A_MB;
    List<ByteBuffer> made = new ArrayList<>(kept);
    int before = made.size();
    try {
      while (made.size() < before + buffers) {
        made.add(ByteBuffer.allocateDirect(BUFFER_BYTES)); // zeroed, so it is resident
      }
    } catch (OutOfMemoryError e) {
      throw new RefusedException(
          507,
          "no_direct_memory",
          "the JVM has no more direct memory: ask for less, or raise -XX:MaxDirectMemorySize");
    }
    promote();
    if (Boolean.parseBoolean(reachable)) {
      kept = List.copyOf(made);
    }
    return state(buffers);
  }

  @SuppressWarnings("SystemGc") // it is the one way to promote at once; see the class note
  private static void promote() {
    System.gc();
  }

  private Answer drop() {
    kept = List.of();
    return state(0);
  }

  private Answer state(int made) {
    return Answer.json(
        200,
        new JsonWriter()
            .object()
            .field("allocated_bytes", (long) made * BUFFER_BYTES)
            .field("reachable_bytes", (long) kept.size() * BUFFER_BYTES)
            .endObject());
  }
}
