package plants;

import java.nio.file.Path;

/** A server of others, with an access log of its own where it has one. */
public interface Server {
  /**
   * Starts it on a free port of 127.0.0.1, with its usual threads.
   *
   * @param log its access log
   * @return the port
   */
  int start(Orders orders, Path log) throws Exception;
}
