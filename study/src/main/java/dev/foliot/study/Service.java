package dev.foliot.study;

import dev.foliot.service.RunningArm;
import dev.foliot.text.Reason;
import java.util.List;

/**
 * A service that was started, on 127.0.0.1.
 *
 * @param process its processes
 * @param port where it serves
 * @param readyWithinNs how long it may take to get ready
 */
public record Service(RunningArm process, int port, long readyWithinNs) implements AutoCloseable {
  /**
   * Waits until it is ready; nothing of it is left when this throws.
   *
   * @throws dev.foliot.service.ArmException if it does not get ready
   */
  public void awaitReady() throws InterruptedException {
    process.awaitReady(readyWithinNs);
  }

  /** Its address, without a slash at the end. */
  public String url() {
    return "http://127.0.0.1:" + port;
  }

  public long pid() {
    return process.pid();
  }

  /** Limits that were asked for and do not hold, with reasons and remedies. */
  public List<Reason> missing() {
    return process.missing();
  }

  /**
   * Passes if it still lives.
   *
   * @throws dev.foliot.service.ArmException if it has died
   */
  public void check() {
    process.check();
  }

  @Override
  public void close() {
    process.close();
  }
}
