package dev.foliot.examples.undertow;

import dev.foliot.examples.stall.RunningServer;
import dev.foliot.examples.stall.ServerProgram;
import dev.foliot.examples.stall.Threading;
import dev.foliot.examples.stall.WarehouseClient;
import dev.foliot.pool.AdaptivePool;
import dev.foliot.pool.micrometer.AdaptivePoolMetrics;
import dev.foliot.pool.micrometer.DecisionCounts;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.undertow.Undertow;
import io.undertow.server.HttpHandler;
import io.undertow.server.handlers.BlockingHandler;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** An Undertow whose requests wait for another service. */
public final class UndertowOrders {
  private UndertowOrders() {}

  /** See {@link ServerProgram}. */
  public static void main(String[] args) throws Exception {
    ServerProgram.run(args, UndertowOrders::start);
  }

  static RunningServer start(Threading threading, WarehouseClient warehouse) {
    MeterRegistry registry = new SimpleMeterRegistry();
    HttpHandler orders =
        exchange -> exchange.getResponseSender().send(answer(exchange.getRequestPath(), warehouse));
    return switch (threading) {
      case OWN -> serve(new BlockingHandler(orders), registry, null);
      case VIRTUAL -> inExecutor(Executors.newVirtualThreadPerTaskExecutor(), registry, orders);
      case FOLIOT -> inExecutor(adaptive(registry), registry, orders);
      case SIMPLE_ASYNC -> throw new IllegalArgumentException("Undertow has no " + threading);
    };
  }

  private static AdaptivePool adaptive(MeterRegistry registry) {
    DecisionCounts decisions = new DecisionCounts();
    AdaptivePool pool = AdaptivePool.builder().name("orders").listener(decisions).platform();
    new AdaptivePoolMetrics(pool).counting(decisions).bindTo(registry);
    return pool;
  }

  private static RunningServer inExecutor(
      ExecutorService executor, MeterRegistry registry, HttpHandler orders) {
    return serve(exchange -> exchange.dispatch(executor, orders), registry, executor);
  }

  private static String answer(String path, WarehouseClient warehouse) {
    return path.equals("/ping")
        ? "pong"
        : Thread.currentThread().getName() + ": " + warehouse.stock("order");
  }

  private static RunningServer serve(
      HttpHandler handler, MeterRegistry registry, @Nullable ExecutorService executor) {
    Undertow server =
        Undertow.builder().addHttpListener(0, "127.0.0.1").setHandler(handler).build();
    server.start();
    return new RunningServer() {
      @Override
      public int port() {
        return ((InetSocketAddress) server.getListenerInfo().getFirst().getAddress()).getPort();
      }

      @Override
      public MeterRegistry meters() {
        return registry;
      }

      @Override
      public void close() {
        server.stop();
        if (executor != null) {
          executor.close();
        }
      }
    };
  }
}
