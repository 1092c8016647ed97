package releases;

import org.jsoup.Jsoup;

/** A page of less than a kilobyte, parsed. */
public final class ParseSmall extends JsoupTask {
  private final String html = Pages.articles(1);

  @Override
  Object work() {
    return Jsoup.parse(html);
  }
}
