package dev.foliot.apps;

import dev.foliot.apps.bank.Bank;
import dev.foliot.apps.json.JsonWriter;
import dev.foliot.apps.service.Answer;
import dev.foliot.apps.service.Burn;
import dev.foliot.apps.service.Endpoint;
import dev.foliot.apps.service.EnvironmentException;
import dev.foliot.apps.service.Hold;
import dev.foliot.apps.service.HttpServer;
import dev.foliot.apps.service.NanoClock;
import dev.foliot.apps.service.Routes;
import dev.foliot.apps.service.ThreadsAnswer;
import dev.foliot.apps.service.Workers;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A service in operation. Every service has {@code GET /health} on the event loop, which answers
 * whatever the strategy does. Services with a strategy also have {@code GET /threads} and {@code
 * POST /hold}.
 *
 * <p>Thread-safe.
 */
final class RunningService {
  private final HttpServer server;
  private final Deque<Runnable> endings;
  private final long drainNs;

  private RunningService(HttpServer server, Deque<Runnable> endings, long drainNs) {
    this.server = server;
    this.endings = endings;
    this.drainNs = drainNs;
  }

  /**
   * Starts a service.
   *
   * @throws EnvironmentException if it cannot start here; no part of it then remains
   */
  static RunningService start(Command.Service asked, InstantSource time, NanoClock clock)
      throws EnvironmentException {
    Deque<Runnable> endings = new ArrayDeque<>();
    try {
      String name;
      Routes routes;
      if (asked instanceof Command.RunBank bank) {
        name = "bank";
        routes = bank(bank, time, endings);
      } else if (asked instanceof Command.RunPing ping) {
        name = "ping";
        routes = ping(ping, time, endings);
      } else {
        name = "remote";
        Command.RunRemote remote = (Command.RunRemote) asked;
        RemoteSystem system = new RemoteSystem(remote.delays(), clock);
        routes = system.addedTo(health(name));
        if (remote.link().isPresent()) {
          Command.Link link = remote.link().get();
          DelayedLink started =
              new DelayedLink(
                  link.port(), link.target(), remote.serving().ioThreads(), system, clock);
          endings.addLast(started::stop);
        }
      }
      Command.Serving serving = asked.serving();
      HttpServer server = new HttpServer(name, serving.port(), serving.ioThreads(), routes, clock);
      endings.addFirst(() -> server.stop(serving.drainNs()));
      if (serving.portFile().isPresent()) {
        Path file = serving.portFile().get();
        WholeFile.write(file, server.port() + "\n");
      }
      return new RunningService(server, endings, serving.drainNs());
    } catch (EnvironmentException | RuntimeException e) {
      endings.forEach(Runnable::run);
      throw e;
    }
  }

  private static Routes bank(Command.RunBank asked, InstantSource time, Deque<Runnable> endings)
      throws EnvironmentException {
    Workers workers = workers("bank", asked.threads(), asked.serving(), endings);
    Bank bank = new Bank(asked.settings(), time);
    endings.addLast(bank::close);
    return bank.addedTo(seen("bank", workers, time, endings), workers);
  }

  private static Routes ping(Command.RunPing asked, InstantSource time, Deque<Runnable> endings)
      throws EnvironmentException {
    Burn burn =
        asked.stepsPerNs().isPresent()
            ? new Burn(asked.stepsPerNs().getAsDouble())
            : Burn.calibrated();
    Workers workers = workers("ping", asked.threads(), asked.serving(), endings);
    return seen("ping", workers, time, endings)
        .with("GET", "/ping", Endpoint.on(workers, new Ping(burn, asked.workNs())));
  }

  private static Workers workers(
      String name, Command.Threads threads, Command.Serving serving, Deque<Runnable> endings)
      throws EnvironmentException {
    Workers workers =
        Workers.start(name, threads.strategy(), threads.queueBound())
            .withBuffers(threads.bufferBytes());
    // tasks still running then belong to abandoned requests
    endings.addLast(() -> workers.end(Math.min(serving.drainNs(), 100_000_000L)));
    return workers;
  }

  private static Routes seen(
      String name, Workers workers, InstantSource time, Deque<Runnable> endings) {
    ExecutorService thread =
        Executors.newSingleThreadExecutor(run -> new Thread(run, name + "-hold"));
    endings.addLast(thread::shutdownNow);
    return new Hold(thread)
        .addedTo(health(name))
        .with("GET", "/threads", Endpoint.onLoop(new ThreadsAnswer(workers, time)));
  }

  private static Routes health(String name) {
    return Routes.none()
        .with(
            "GET",
            "/health",
            Endpoint.onLoop(request ->
                Answer.json(
                    200,
                    new JsonWriter()
                        .object()
                        .field("status", "UP")
                        .field("app", name)
                        .endObject())));
  }

  int port() {
    return server.port();
  }

  /** The approximate longest time of {@link #stop}. */
  long stopNs() {
    return drainNs + 2_000_000_000L;
  }

  /** Stops accepting, finishes requests in flight within a time limit, and ends all its threads. */
  void stop() {
    endings.forEach(Runnable::run);
  }
}
