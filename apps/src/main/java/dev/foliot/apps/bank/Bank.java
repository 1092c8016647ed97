package dev.foliot.apps.bank;

import dev.foliot.apps.json.JsonWriter;
import dev.foliot.apps.service.Answer;
import dev.foliot.apps.service.Endpoint;
import dev.foliot.apps.service.RefusedException;
import dev.foliot.apps.service.Request;
import dev.foliot.apps.service.Routes;
import dev.foliot.apps.service.Shown;
import dev.foliot.apps.service.Workers;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.InstantSource;

/**
 * The bank: finds accounts, transfers money, renders statements. Each operation calls the remote
 * system once without a lock, and blocks its thread until the answer. It refuses invalid requests
 * without a call.
 *
 * <p>Thread-safe.
 */
public final class Bank implements AutoCloseable {
  private final Ledger ledger;
  private final RemoteCalls remote;

  /**
   * Opens a bank.
   *
   * @param settings its size and the remote system
   * @param time the clock for bookings
   */
  public Bank(Settings settings, InstantSource time) {
    ledger = new Ledger(settings.accounts(), settings.entries(), settings.seed(), time);
    remote = new RemoteCalls(settings.remote(), settings.timeoutMs());
  }

  /**
   * The settings of a bank.
   *
   * @param remote the remote address, http
   * @param timeoutMs time limit to connect and to answer, above 0
   * @param accounts number of accounts, 2 or more
   * @param entries number of entries kept in each, 1 or more
   * @param seed seed of names and first entries
   */
  public record Settings(URI remote, int timeoutMs, int accounts, int entries, long seed) {}

  /** Adds the bank's routes, which run on these workers. */
  public Routes addedTo(Routes routes, Workers workers) {
    return routes
        .with("GET", "/accounts/{}", Endpoint.on(workers, this::lookUp))
        .with("GET", "/accounts/{}/statement", Endpoint.on(workers, this::statement))
        .with("POST", "/transfers", Endpoint.on(workers, this::transfer));
  }

  private Answer lookUp(Request request) throws RefusedException {
    Account account = ledger.account(request.variable(0));
    ask("look-up", account);
    Account.View view = account.view();
    return Answer.json(
        200,
        new JsonWriter()
            .object()
            .field("id", view.id())
            .field("owner", view.owner())
            .field("currency", view.currency())
            .field("balance", Money.written(view.hundredths()))
            .field("entries", view.entries().size())
            .endObject());
  }

  private Answer statement(Request request) throws RefusedException {
    Account account = ledger.account(request.variable(0));
    ask("statement", account);
    return Answer.text(Statement.render(account.view()));
  }

  private Answer transfer(Request request) throws RefusedException {
    TransferOrder order = TransferOrder.read(request.text());
    Account from = ledger.account(order.from());
    Account to = ledger.account(order.to());
    if (from == to) {
      throw new RefusedException(
          422, "same_account", "a transfer goes from one account to another");
    }
    if (!order.currency().equals(from.currency) || !order.currency().equals(to.currency)) {
      throw new RefusedException(
          422,
          "wrong_currency",
          "the accounts are kept in "
              + from.currency
              + " and "
              + to.currency
              + ": transfer within one currency");
    }
    ask("transfer", from);
    long left = ledger.transfer(from, to, order.hundredths(), order.reference());
    return Answer.json(
        201,
        new JsonWriter()
            .object()
            .field("from", from.id)
            .field("to", to.id)
            .field("amount", Money.written(order.hundredths()))
            .field("currency", order.currency())
            .field("balance", Money.written(left))
            .endObject());
  }

  private void ask(String operation, Account account) throws RefusedException {
    try {
      remote.ask("operation=" + operation + "&account=" + account.id);
    } catch (SocketTimeoutException e) {
      throw new RefusedException(
          504, "remote_timeout", "the remote system takes too long: look after it");
    } catch (IOException e) {
      throw new RefusedException(
          502, "remote_failed", "the remote system does not answer: " + Shown.fault(e));
    }
  }

  /** Closes idle connections to the remote system. */
  @Override
  public void close() {
    remote.close();
  }
}
