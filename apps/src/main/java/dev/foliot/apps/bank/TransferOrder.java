package dev.foliot.apps.bank;

import dev.foliot.apps.json.JsonException;
import dev.foliot.apps.json.JsonReader;
import dev.foliot.apps.service.RefusedException;
import dev.foliot.apps.service.Shown;
import java.math.BigDecimal;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a customer asks for: {@code
 * {"from":1,"to":2,"amount":"12.50","currency":"EUR","reference":"rent"}}.
 *
 * @param from number of the paying account, as written
 * @param to number of the receiving account, as written
 * @param hundredths the amount, above 0
 * @param currency its currency
 * @param reference its purpose; may be empty
 */
record TransferOrder(String from, String to, long hundredths, String currency, String reference) {
  private static final Set<String> FIELDS = Set.of("from", "to", "amount", "currency", "reference");
  private static final int LONGEST_REFERENCE = 140;

  /**
   * Parses an order.
   *
   * @throws RefusedException 400 if it is no order, 422 if it cannot be carried out
   */
  static TransferOrder read(String body) throws RefusedException {
    Map<String, @Nullable Object> given;
    try {
      given = JsonReader.object(body);
    } catch (JsonException e) {
      throw new RefusedException(400, "bad_json", String.valueOf(e.getMessage()));
    }
    for (String name : given.keySet()) {
      if (!FIELDS.contains(name)) {
        throw bad("'" + Shown.text(name) + "' is no field of a transfer");
      }
    }
    String from = account(given, "from");
    String to = account(given, "to");
    OptionalLong hundredths = Money.hundredths(amount(given));
    if (hundredths.isEmpty()) {
      throw new RefusedException(
          422,
          "bad_amount",
          "an amount is above 0, at most a billion, and has two decimals or fewer");
    }
    String currency = text(given, "currency");
    String reference = given.containsKey("reference") ? text(given, "reference") : "";
    if (reference.length() > LONGEST_REFERENCE) {
      throw bad("'reference' has at most " + LONGEST_REFERENCE + " characters");
    }
    return new TransferOrder(from, to, hundredths.getAsLong(), currency, reference);
  }

  private static String account(Map<String, @Nullable Object> given, String name)
      throws RefusedException {
    if (given.get(name) instanceof BigDecimal number) {
      return number.toPlainString();
    }
    throw bad("'" + name + "' is the number of an account");
  }

  private static BigDecimal amount(Map<String, @Nullable Object> given) throws RefusedException {
    Object amount = given.get("amount");
    if (amount instanceof BigDecimal number) {
      return number;
    }
    if (amount instanceof String text && text.matches("-?[0-9]{1,15}(\\.[0-9]{1,9})?")) {
      return new BigDecimal(text);
    }
    throw bad("'amount' is a number, or a text of one, for example \"12.50\"");
  }

  private static String text(Map<String, @Nullable Object> given, String name)
      throws RefusedException {
    if (given.get(name) instanceof String text) {
      return text;
    }
    throw bad("'" + name + "' is a text");
  }

  private static RefusedException bad(String message) {
    return new RefusedException(400, "bad_field", message);
  }
}
