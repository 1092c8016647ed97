package releases;

import org.jsoup.Jsoup;

/** A page of elements nested 200 deep, parsed. */
public final class ParseDeep extends JsoupTask {
  private final String html = Pages.nested(200);

  @Override
  Object work() {
    return Jsoup.parse(html);
  }
}
