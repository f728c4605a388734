import java.io.File;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.PDFAValidator;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;
import org.verapdf.pdfa.results.ValidationResult;

/**
 * Judges PDF files: {@code Judge FLAVOUR,… FILE…} with flavours such as {@code ua1}, {@code 3a} or {@code 2b}.
 *
 * Prints one line a broken rule (file, clause, test, message, first place) and one line a file that passed. Exit code 0
 * when all passed, 1 when something failed, 2 when a file cannot be read.
 */
public class Judge {
    public static void main(String[] arguments) throws Exception {
        Logger.getLogger("").setLevel(Level.SEVERE);
        VeraGreenfieldFoundryProvider.initialise();
        boolean good = true;
        for (String name : arguments[0].toLowerCase(Locale.ROOT).split(",")) {
            PDFAFlavour flavour = PDFAFlavour.fromString(name);
            if (flavour == PDFAFlavour.NO_FLAVOUR) {
                System.err.println("unknown flavour " + name);
                System.exit(2);
            }
            for (int at = 1; at < arguments.length; at++) {
                good &= judge(flavour, new File(arguments[at]));
            }
        }
        System.exit(good ? 0 : 1);
    }

    private static boolean judge(PDFAFlavour flavour, File file) {
        try (PDFAParser parser = Foundries.defaultInstance().createParser(file, flavour);
                PDFAValidator validator = Foundries.defaultInstance().createValidator(flavour, 100, false, false, false)) {
            ValidationResult result = validator.validate(parser);
            Set<String> rules = new HashSet<>();
            for (TestAssertion assertion : result.getTestAssertions()) {
                String rule = assertion.getRuleId().getSpecification().getId() + " "
                        + assertion.getRuleId().getClause() + "-" + assertion.getRuleId().getTestNumber();
                if (assertion.getStatus() == TestAssertion.Status.FAILED && rules.add(rule)) {
                    System.out.println(file.getName() + ": " + rule + ": " + assertion.getMessage()
                            + " [" + assertion.getLocation().getContext() + "]");
                }
            }
            if (result.isCompliant()) {
                System.out.println(file.getName() + ": passed " + flavour.getId());
            }
            return result.isCompliant();
        } catch (Exception error) {
            System.err.println(file + ": " + error);
            System.exit(2);
            return false;
        }
    }
}
