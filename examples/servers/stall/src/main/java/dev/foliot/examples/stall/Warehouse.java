package dev.foliot.examples.stall;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The service behind the servers. It answers each line after a fixed time. While it stalls, it
 * answers nothing; then it answers all lines that wait. Thread-safe.
 */
public final class Warehouse implements AutoCloseable {
  private final Duration answerTime;
  private final ServerSocket listening;
  private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private boolean isStalled;
  private int waiting;

  /** Starts it on a free port of the loopback interface. */
  public Warehouse(Duration answerTime) {
    this.answerTime = answerTime;
    try {
      // each call of a stall has a connection of its own
      listening = new ServerSocket(0, 4096, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().name("warehouse").start(this::accept);
  }

  /** Its port. */
  public int port() {
    return listening.getLocalPort();
  }

  /** Stops answering. */
  public void stall() {
    set(true);
  }

  /** Answers again. */
  public void resume() {
    set(false);
  }

  private void set(boolean isStalled) {
    lock.lock();
    try {
      this.isStalled = isStalled;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until that many calls wait for the end of a stall.
   *
   * @throws TimeoutException if fewer wait after that time
   */
  public void awaitWaiting(int calls, Duration most) throws InterruptedException, TimeoutException {
    long leftNs = most.toNanos();
    lock.lock();
    try {
      while (waiting < calls) {
        if (leftNs <= 0) {
          throw new TimeoutException(waiting + " of " + calls + " calls wait");
        }
        leftNs = changed.awaitNanos(leftNs);
      }
    } finally {
      lock.unlock();
    }
  }

  private void accept() {
    try {
      while (true) {
        Socket connection = listening.accept();
        connections.add(connection);
        Thread.ofVirtual().name("warehouse-connection").start(() -> serve(connection));
      }
    } catch (IOException e) {
      // closed
    }
  }

  private void serve(Socket connection) {
    try (connection;
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(connection.getInputStream(), StandardCharsets.US_ASCII))) {
      connection.setTcpNoDelay(true);
      for (String item = in.readLine(); item != null; item = in.readLine()) {
        Thread.sleep(answerTime);
        awaitNoStall();
        connection
            .getOutputStream()
            .write((item + " in stock\n").getBytes(StandardCharsets.US_ASCII));
      }
    } catch (IOException e) {
      // the other side, or close(), ended the connection
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      connections.remove(connection);
    }
  }

  private void awaitNoStall() throws InterruptedException {
    lock.lock();
    try {
      waiting++;
      changed.signalAll();
      while (isStalled) {
        changed.await();
      }
    } finally {
      waiting--;
      lock.unlock();
    }
  }

  /** Ends all connections. */
  @Override
  public void close() throws IOException {
    listening.close();
    resume();
    for (Socket connection : connections) {
      connection.close();
    }
  }
}
