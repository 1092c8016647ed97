package dev.foliot.apps.service;

import dev.foliot.apps.json.JsonWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;

/**
 * Holds native memory behind promoted objects, on request: {@code POST /hold?mb=200}.
 *
 * <p>A direct buffer is a small object on the heap with a large block outside. The block is freed
 * when the object is collected. Objects that survive a few young collections are promoted, and stay
 * until the old generation is collected, even if unused. The process is then larger than its heap,
 * and the heap shows no cause. The study of Open Liberty found this difference between arms; here
 * it is made on purpose. The buffers are allocated and written, a full collection promotes them,
 * and then they are dropped. With {@code reachable=true} they stay until {@code DELETE /hold},
 * which drops them too. Neither frees memory: the next collection of the old generation does.
 *
 * <p>It uses a full collection since that promotes live objects at once in every HotSpot collector.
 * Young collections would take longer. With {@code -XX:+DisableExplicitGC}, nothing is promoted.
 *
 * <p>Thread-safe; runs on its own thread, since it stops all others anyway.
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
