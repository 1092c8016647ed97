package dev.foliot.checks.endtoend.tasks;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A faulty service: {@code SickService PORT ILLNESS}.
 *
 * <ul>
 *   <li>{@code errors}: of four requests one is answered at once; of the others, each after a
 *       delay, two get a 503 and one no answer at all;
 *   <li>{@code never-ready}: its health URL answers 503;
 *   <li>{@code dies}: it exits with code 3 some time after its first request;
 *   <li>{@code leaks}: it starts a thread every few milliseconds, and ends none;
 *   <li>{@code none}.
 * </ul>
 */
public final class SickService {
  private static final int KINDS = 4;
  private static final long WHILE_MS = 300;
  private static final long LIFE_MS = 700;
  private static final int EXIT = 3;
  private static final int THREADS = 48;

  private final String illness;
  private final AtomicLong requests = new AtomicLong();

  private SickService(String illness) {
    this.illness = illness;
  }

  /** Serves until it is ended. */
  public static void main(String[] args) throws IOException {
    SickService service = new SickService(args[1]);
    InetAddress here = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    HttpServer server =
        HttpServer.create(new InetSocketAddress(here, Integer.parseInt(args[0])), 0);
    // all of its threads exist after that number of requests, and it grows no more under load
    server.setExecutor(Executors.newFixedThreadPool(THREADS));
    server.createContext("/health", service::health);
    server.createContext("/work", service::work);
    server.start();
    if (service.illness.equals("never-ready")) {
      System.err.println("the cache is still cold");
    }
    if (service.illness.equals("leaks")) {
      LeakingAgent.premain("");
    }
  }

  private void health(HttpExchange exchange) throws IOException {
    answer(exchange, illness.equals("never-ready") ? 503 : 200);
  }

  private void work(HttpExchange exchange) throws IOException {
    long number = requests.getAndIncrement();
    if (illness.equals("errors") && number % KINDS > 0) {
      fail(exchange, number % KINDS == 1);
      return;
    }
    if (illness.equals("dies") && number == 0) {
      new Thread(SickService::die).start();
    }
    answer(exchange, 200);
  }

  private static void fail(HttpExchange exchange, boolean silently) throws IOException {
    pass(WHILE_MS);
    if (silently) {
      exchange.close();
    } else {
      answer(exchange, 503);
    }
  }

  private static void die() {
    pass(LIFE_MS);
    System.err.println("the disk of the ledger is gone");
    Runtime.getRuntime().halt(EXIT);
  }

  private static void pass(long ms) {
    try {
      boolean _ = new CountDownLatch(1).await(ms, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void answer(HttpExchange exchange, int status) throws IOException {
    exchange.sendResponseHeaders(status, -1);
    exchange.close();
  }
}
