package dev.foliot.study.play;

import dev.foliot.service.run.RunningArm;
import dev.foliot.text.Reason;
import java.util.List;

/**
 * A started service on 127.0.0.1.
 *
 * @param process its processes
 * @param port its port
 * @param clientPort the port for its clients, the same unless it stands before another system
 * @param readyWithinNs the time limit of its start
 */
public record Service(RunningArm process, int port, int clientPort, long readyWithinNs)
    implements AutoCloseable {
  /**
   * Waits until it is ready; leaves nothing behind on failure.
   *
   * @throws dev.foliot.service.run.ArmException if it does not get ready
   */
  public void awaitReady() throws InterruptedException {
    process.awaitReady(readyWithinNs);
  }

  /** Its address for clients, without a slash at the end. */
  public String url() {
    return "http://127.0.0.1:" + clientPort;
  }

  public long pid() {
    return process.pid();
  }

  /** The requested limits that failed, with reasons and remedies. */
  public List<Reason> missing() {
    return process.missing();
  }

  /**
   * Checks that it still runs.
   *
   * @throws dev.foliot.service.run.ArmException if it has ended
   */
  public void check() {
    process.check();
  }

  @Override
  public void close() {
    process.close();
  }
}
