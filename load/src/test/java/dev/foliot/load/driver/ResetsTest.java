package dev.foliot.load.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.bench.NanoClock;
import dev.foliot.load.Failure;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.PhaseTally;
import dev.foliot.load.http.Addresses;
import dev.foliot.load.http.ConnectionPool;
import dev.foliot.load.http.Requests;
import dev.foliot.load.http.Transport;
import dev.foliot.load.schedule.LiveCounts;
import dev.foliot.load.schedule.LivePulse;
import dev.foliot.load.schedule.RequestScheduler;
import dev.foliot.load.schedule.ScheduledPhase;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Connections that are all reset at once, while requests are overdue. */
final class ResetsTest {
  private static final int CONNECTIONS = 8;
  private static final int TIMES = 20;

  private final NanoClock clock = NanoClock.system();
  private final AtomicInteger used = new AtomicInteger();
  private final Semaphore unanswered = new Semaphore(0);
  private final Semaphore stands = new Semaphore(0);
  private final Semaphore goesOn = new Semaphore(0);

  /** A new connection may have the descriptor of an old one, whose events are still to come. */
  @Test
  void shouldNotTakeTheEventsOfOldConnectionsForThoseOfNewOnes() throws Exception {
    Transport transport = Transport.best();
    try (RudeServer server =
            new RudeServer((socket, request, number) -> {
              int count = number == 0 ? used.incrementAndGet() : -1;
              if (count % CONNECTIONS == 0 && count <= TIMES * CONNECTIONS) {
                unanswered.release();
              } else {
                RudeServer.say(socket, RudeServer.ok("x"));
              }
            });
        MultiThreadIoEventLoopGroup group =
            new MultiThreadIoEventLoopGroup(1, transport.handler())) {
      LoadPlan plan = Plans.open(server.url(), 200, 60_000, CONNECTIONS);
      EventLoop loop = group.next();
      CompletableFuture<Void> end = new CompletableFuture<>();
      ConnectionPool wire =
          new ConnectionPool(
              loop,
              transport,
              List.of(
                  new Addresses(
                      new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()))),
              new Requests(plan),
              clock,
              CONNECTIONS,
              fault -> {
                if (fault == null) {
                  end.complete(null);
                } else {
                  end.completeExceptionally(fault);
                }
              });
      LiveCounts counts = new LiveCounts();
      LivePulse pulse = new LivePulse(List.of(counts), clock.nanoTime());
      ScheduledPhase phase = new ScheduledPhase(plan, 0, 0, 1, 0, counts);
      RequestScheduler scheduler =
          new RequestScheduler(
              clock, wire, List.of(phase), CONNECTIONS, plan.sending().timeoutNs());
      wire.serve(scheduler);
      loop.execute(() -> wire.prepare(() -> scheduler.begin(clock.nanoTime())));
      for (int i = 0; i < TIMES; i++) {
        unanswered.acquire();
        loop.execute(() -> standStill(loop, pulse));
        stands.acquire();
        // more requests than connections become due
        Thread.sleep(60);
        server.resetAll();
        goesOn.release();
      }
      loop.execute(scheduler::cut);
      end.get();

      PhaseTally.Kind requests = phase.log().tally().kinds().getFirst();
      assertThat(requests.failures().keySet())
          .contains(Failure.RESET.code())
          .isSubsetOf(Failure.RESET.code(), Failure.CLOSED.code());
      assertThat(requests.ok()).isPositive();
    }
  }

  /** Holds the loop up once the answer of one connection is all that it waits for. */
  private void standStill(EventLoop loop, LivePulse pulse) {
    if (pulse.sample(0, clock.nanoTime()).counts().inFlight() == 1) {
      stands.release();
      goesOn.acquireUninterruptibly();
    } else {
      var _ = loop.schedule(() -> standStill(loop, pulse), 1, TimeUnit.MILLISECONDS);
    }
  }
}
