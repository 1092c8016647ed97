package shapes;

import io.vertx.core.Vertx;
import io.vertx.core.eventbus.EventBus;
import java.util.concurrent.TimeUnit;
import net.openhft.chronicle.core.util.NanoSampler;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;
import net.openhft.chronicle.jlbh.JLBHTask;

/** Requests over the event bus of Vert.x: answered by one event loop, sampled in another. */
public final class VertxEventBus implements JLBHTask {
  private JLBH jlbh;
  private NanoSampler atConsumer;
  private Vertx vertx;
  private EventBus bus;

  public static void main(String[] args) {
    new JLBH(
            new JLBHOptions()
                .warmUpIterations(10_000)
                .iterations(4_000)
                .throughput(2_000, TimeUnit.SECONDS)
                .runs(2)
                .recordOSJitter(false)
                .pauseAfterWarmupMS(500)
                .jlbhTask(new VertxEventBus()))
        .start();
  }

  @Override
  public void init(JLBH jlbh) {
    this.jlbh = jlbh;
    atConsumer = jlbh.addProbe("at consumer");
    vertx = Vertx.vertx();
    bus = vertx.eventBus();
    bus.<Long>consumer(
        "orders",
        message -> {
          atConsumer.sampleNanos(System.nanoTime() - message.body());
          message.reply(message.body());
        });
  }

  @Override
  public void run(long startTimeNS) {
    bus.<Long>request("orders", startTimeNS)
        .onSuccess(reply -> jlbh.sample(System.nanoTime() - reply.body()));
  }

  @Override
  public void complete() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
