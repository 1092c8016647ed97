package releases;

import org.jsoup.nodes.Entities;

/** Text with characters beyond the basic plane, escaped. */
public final class Escape extends JsoupTask {
  private final String text = "Smile \uD83D\uDE00 & wave \uD83D\uDC4B <now> ".repeat(100);

  @Override
  Object work() {
    return Entities.escape(text);
  }
}
