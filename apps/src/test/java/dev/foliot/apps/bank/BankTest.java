package dev.foliot.apps.bank;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.apps.json.JsonReader;
import dev.foliot.apps.json.JsonWriter;
import dev.foliot.apps.service.Answer;
import dev.foliot.apps.service.Endpoint;
import dev.foliot.apps.service.HttpServer;
import dev.foliot.apps.service.NanoClock;
import dev.foliot.apps.service.Routes;
import dev.foliot.apps.service.Strategy;
import dev.foliot.apps.service.Wire;
import dev.foliot.apps.service.Workers;
import java.math.BigDecimal;
import java.net.URI;
import java.time.InstantSource;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A bank of 20 accounts, 19 and 20 in USD, with a scripted remote system. */
final class BankTest {
  private static final long MINUTE_NS = 60_000_000_000L;

  private final AtomicInteger calls = new AtomicInteger();
  private HttpServer remote;
  private HttpServer server;
  private Workers workers;
  private Bank bank;
  private volatile Endpoint answering;

  @BeforeEach
  void start() throws Exception {
    answering = Endpoint.onLoop(request -> Answer.json(200, new JsonWriter().object().endObject()));
    remote =
        new HttpServer(
            "remote",
            0,
            1,
            Routes.none()
                .with(
                    "GET",
                    "/answer",
                    (request, reply) -> {
                      calls.incrementAndGet();
                      answering.serve(request, reply);
                    }),
            NanoClock.system());
    URI address = URI.create("http://127.0.0.1:" + remote.port() + "/answer");
    bank = new Bank(new Bank.Settings(address, 60_000, 20, 8, 1), InstantSource.system());
    workers = Workers.start("bank", new Strategy.Cached(), OptionalInt.empty());
    server = new HttpServer("bank", 0, 1, bank.addedTo(Routes.none(), workers), NanoClock.system());
  }

  @AfterEach
  void stop() {
    server.stop(MINUTE_NS);
    workers.end(MINUTE_NS);
    bank.close();
    remote.stop(0);
  }

  private Wire.Told transfer(String body) throws Exception {
    return Wire.ask(server.port(), "POST", "/transfers", body);
  }

  @Test
  void shouldLookUpTransferAndStateAsOneLedger() throws Exception {
    Map<String, @Nullable Object> before =
        JsonReader.object(Wire.get(server.port(), "/accounts/1").body());
    assertThat(before).containsEntry("currency", "EUR").containsKeys("id", "owner", "balance");
    Wire.Told told =
        transfer(
            "{\"from\":1,\"to\":2,\"amount\":\"12.50\",\"currency\":\"EUR\","
                + "\"reference\":\"books\"}");
    assertThat(told.status()).isEqualTo(201);
    Map<String, @Nullable Object> after =
        JsonReader.object(Wire.get(server.port(), "/accounts/1").body());
    assertThat(JsonReader.object(told.body())).containsEntry("balance", after.get("balance"));
    assertThat(new BigDecimal(String.valueOf(after.get("balance"))))
        .isEqualTo(
            new BigDecimal(String.valueOf(before.get("balance")))
                .subtract(new BigDecimal("12.50")));
    Wire.Told statement = Wire.get(server.port(), "/accounts/1/statement");
    assertThat(statement.status()).isEqualTo(200);
    assertThat(statement.headers()).containsEntry("content-type", "text/plain; charset=utf-8");
    assertThat(statement.body())
        .contains("books to 2", "-12.50", "closing balance", String.valueOf(after.get("balance")));
    assertThat(calls).hasValue(4);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{|400|bad_json",
        "[]|400|bad_json",
        "{}|400|bad_field",
        "{'from':1,'to':2,'amount':1,'currency':'EUR','admin':true}|400|bad_field",
        "{'from':'1','to':2,'amount':1,'currency':'EUR'}|400|bad_field",
        "{'from':1,'to':2,'amount':'1e3','currency':'EUR'}|400|bad_field",
        "{'from':1,'to':2,'amount':1,'currency':978}|400|bad_field",
        "{'from':1.5,'to':2,'amount':1,'currency':'EUR'}|404|unknown_account",
        "{'from':1,'to':21,'amount':1,'currency':'EUR'}|404|unknown_account",
        "{'from':1,'to':1,'amount':1,'currency':'EUR'}|422|same_account",
        "{'from':1,'to':2,'amount':0,'currency':'EUR'}|422|bad_amount",
        "{'from':1,'to':2,'amount':-5,'currency':'EUR'}|422|bad_amount",
        "{'from':1,'to':2,'amount':0.001,'currency':'EUR'}|422|bad_amount",
        "{'from':1,'to':2,'amount':1e99,'currency':'EUR'}|422|bad_amount",
        "{'from':1,'to':2,'amount':1,'currency':'USD'}|422|wrong_currency",
        "{'from':1,'to':20,'amount':1,'currency':'EUR'}|422|wrong_currency",
        "{'from':1,'to':2,'amount':2000000,'currency':'EUR'}|409|insufficient_funds",
      })
  void shouldRefuseATransferForItsReason(String body, int status, String error) throws Exception {
    Wire.Told told = transfer(body.replace('\'', '"'));
    assertThat(told.status()).isEqualTo(status);
    assertThat(JsonReader.object(told.body())).containsEntry("error", error).containsKey("message");
    // only funds are checked after the call of the remote system
    assertThat(calls).hasValue(error.equals("insufficient_funds") ? 1 : 0);
  }

  @Test
  void shouldAnswer502WhereTheRemoteSystemFails() throws Exception {
    answering = Endpoint.onLoop(request -> Answer.error(500, "planted", "planted"));
    Wire.Told told = Wire.get(server.port(), "/accounts/1");
    assertThat(told.status()).isEqualTo(502);
    assertThat(told.body()).contains("remote_failed", "500");
    remote.stop(0);
    told = Wire.get(server.port(), "/accounts/1");
    assertThat(told.status()).isEqualTo(502);
    assertThat(JsonReader.object(told.body())).containsEntry("error", "remote_failed");
  }

  @Test
  void shouldKnowNoOtherAccounts() throws Exception {
    assertThat(Wire.get(server.port(), "/accounts/21").status()).isEqualTo(404);
    assertThat(Wire.get(server.port(), "/accounts/x/statement").status()).isEqualTo(404);
    assertThat(calls).hasValue(0);
  }
}
