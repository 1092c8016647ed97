package releases;

import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;

/** A selector of what contains something. */
public final class SelectHas extends JsoupTask {
  private Document page;

  @Override
  void prepare() {
    page = Jsoup.parse(Pages.articles(40));
  }

  @Override
  Object work() {
    return page.select("div:has(a)");
  }
}
